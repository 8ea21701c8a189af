"""Rules of volumes, whether they stand alone or are spelt out where they are attached."""
