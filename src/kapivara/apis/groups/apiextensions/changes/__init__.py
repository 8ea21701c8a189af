"""Compares two CRDs and reports each change with its effects on stored objects and clients.

Schemas are compared by `schema.changes`.

Steps
- `making.py`: makes changes that concern the CRD and no field
- `conversion.py`: conversion between versions
- `names.py`: group, scope, names and `preserveUnknownFields`
- `subresources.py`: status and scale
- `version.py`: one version: schema, subresources, columns, deprecation
- `version_list.py`: served and stored versions
- `storage.py`: fields that a version loses in storage
- `advice.py`: advice about new parts of a CRD
- `definition.py`: compares two CRDs

Entry point: `definition.py`.
"""
