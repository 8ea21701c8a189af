"""The group batch."""
