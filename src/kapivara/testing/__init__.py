"""Helps others test: a tester for types, and checks that two ways of validating say the same."""
