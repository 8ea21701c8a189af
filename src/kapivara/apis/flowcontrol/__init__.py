"""The group flowcontrol."""
