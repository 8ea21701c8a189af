"""Policies in CEL: what objects of two kinds demand of writes, and what they change in them."""
