"""Turns types in Go or Python into generated files: validators, CRDs, OpenAPI, lint findings and documentation."""
