"""Reads untrusted files within bounds of size and folder, and writes files completely or not at all."""
