"""The group apiregistration."""
