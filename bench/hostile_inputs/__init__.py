"""What a hostile user sends: made up at random, each input from a seed of its own, so that it can be made again."""
