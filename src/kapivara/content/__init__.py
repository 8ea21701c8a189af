"""Is this string well formed? Names, labels, addresses, times and every other string format; nothing of objects."""
