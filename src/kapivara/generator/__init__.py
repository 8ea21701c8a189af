"""Carries sources to generated files: types in Go or Python in, validators, findings and documentation out."""
