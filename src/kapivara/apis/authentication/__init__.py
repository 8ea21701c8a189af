"""The group authentication."""
