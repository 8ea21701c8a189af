"""The function libraries of the language, one file each; every function is one object."""
