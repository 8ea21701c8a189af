"""The group node."""
