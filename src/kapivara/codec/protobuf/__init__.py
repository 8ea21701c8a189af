"""Objects of built-in kinds as protocol buffers: read and written by the numbers and shapes of their `types.go`."""
