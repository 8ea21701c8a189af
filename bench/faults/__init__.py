"""Kills servers and their storages, and checks acknowledged writes: `python -m bench.faults`."""
