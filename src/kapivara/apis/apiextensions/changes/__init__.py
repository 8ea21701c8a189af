"""What a changed definition does to those who read, write and keep its objects."""
