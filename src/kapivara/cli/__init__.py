"""argv in, text out."""
