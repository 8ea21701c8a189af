"""The group scheduling."""
