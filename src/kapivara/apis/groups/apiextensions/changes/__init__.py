"""Compares two versions of a CRD, and derives the effects on readers, writers and stored objects."""
