"""Adds suggestions to the server's errors: the field, value or kind that the author probably meant.

A hint never changes the verdict or the words of the server.

- `fields.py`: adds hints to the errors of a result; suggests a field for an unknown one
- `values.py`: suggests a value; explains YAML 1.1 booleans, octal numbers and unrendered templates
- `expressions.py`: suggests names for CEL expressions of a CRD that do not compile
- `gates.py`: names the feature gate that a CRD needs
- `kinds.py`: explains a kind that the server does not have: removed, off by default, in another group, misspelt
- `refused_crds.py`: adds excerpts and hints to the errors of a CRD

Entry points: `fields.FieldHints`, `kinds.KindGuide`.
"""
