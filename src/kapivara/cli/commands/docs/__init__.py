"""`kapivara docs`: prints references of CRDs and of validation tags.

- `group.py`: declares the group and its commands
- `crd.py`: prints the reference page of a CRD
- `crd_examples.py`: makes example objects that the server accepts
- `crd_page.py`: renders the page: fields, rules and examples
- `tags.py`: prints the reference of validation tags

Entry point: `group.docs`.
"""
