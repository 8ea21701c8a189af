"""Encodes and decodes objects of built-in kinds in protobuf, by the field numbers and shapes of their `types.go`."""
