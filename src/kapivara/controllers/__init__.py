"""What a cluster's controllers do about stored objects, a moment after they were written: one file a controller."""
