"""What a structural schema means: legality, pruning, defaulting, validation."""
