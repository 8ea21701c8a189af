"""The group resource."""
