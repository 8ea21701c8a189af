"""Compiles the plan of a schema into a validator."""
