"""Reads packages from Go or Python sources.

Folders
- `go/`: reads Go packages without a Go toolchain, on tree-sitter
- `python/`: reads packages of Python types without importing them

Steps
- `package_tags.py`: package tags of Kubernetes' generators
- `selection.py`: selects the types to generate for
- `python_source.py`: parses and prints Python source
- `handwritten.py`: hand-written validation functions beside generated code
- `loading.py`: loads requested packages and their imports; the package that receives the output;
  types that a field overrides

Entry point: `loading.py`.
"""
