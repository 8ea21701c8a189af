"""What is served, in one document."""
