"""Prints plans as Python: for each type a quick check, and a function that returns its errors."""
