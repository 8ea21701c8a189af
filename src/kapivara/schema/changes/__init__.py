"""Compares two schemas without any object: the effects of their differences on readers, writers and stored objects."""
