"""Is this string well formed: formats, names, keys."""
