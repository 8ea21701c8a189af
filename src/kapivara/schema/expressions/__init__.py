"""CEL rules of custom resources: declared types, compilation with costs, and evaluation."""
