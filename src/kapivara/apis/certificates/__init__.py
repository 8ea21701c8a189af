"""The group certificates."""
