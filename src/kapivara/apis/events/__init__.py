"""The group events."""
