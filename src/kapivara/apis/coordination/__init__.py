"""The group coordination."""
