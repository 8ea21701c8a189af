"""Prints plans as Python: for each type a quick check and a function that tells what is wrong."""
