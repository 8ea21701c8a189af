"""Structural schemas of CRDs: legality, pruning, defaulting, validation and comparison."""
