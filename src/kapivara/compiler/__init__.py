"""Turns the plan of a schema into a validator."""
