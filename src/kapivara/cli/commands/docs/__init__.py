"""`kapivara docs`: prints references of CRDs and of validation tags.

- `group.py`: declares the group and its commands
- `crd.py`: prints the reference page of a CRD; renders the page: fields, rules and examples
- `crd_examples.py`: makes example objects that the server accepts
- `tags.py`: prints the reference of validation tags

Entry point: `group.docs`.
"""
