"""Turns a plan into Python and loads it; the only room that calls `compile` and `exec`."""
