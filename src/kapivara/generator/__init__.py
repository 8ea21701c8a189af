"""Carries sources to generated files: types.go or types.py in, validators, findings and documentation out."""
