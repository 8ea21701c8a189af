"""Writes Python source and loads it; the only room that calls `compile` and `exec`."""
