"""Files that nobody vouches for: read within bounds and folders, written whole or not at all."""
