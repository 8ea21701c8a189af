"""The built-in kinds: the catalog of resources, the base class of kinds, and one folder per API group."""
