"""Bytes to values and back: strict JSON, strict YAML, typed decoding."""
