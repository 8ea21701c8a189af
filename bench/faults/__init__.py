"""What becomes of acknowledged writes when servers, or their storages, are killed: `python -m bench.faults`."""
