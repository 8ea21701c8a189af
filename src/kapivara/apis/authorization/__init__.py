"""The group authorization."""
