"""One function per declarative rule: what generated validators call.

Each takes (op, path, new, old) and its own arguments, and returns what is wrong. A nil value is None, and so is an
old value that does not exist.
"""
