"""The group networking."""
