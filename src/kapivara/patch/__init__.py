"""A new object from an old one and a patch."""
