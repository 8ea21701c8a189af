"""Random hostile inputs, each generated from a seed of its own, so that it can be repeated."""
