"""The markers that make a definition: one object each, with its arguments, its places, what it does and its docs."""
