"""Validates string formats: names, labels, addresses, times and others; knows nothing of objects."""
