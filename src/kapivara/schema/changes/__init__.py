"""What a changed schema does to those who read, write and keep objects: two schemas compared, without any object."""
