"""Compares two CRDs and reports each change with its effects on stored objects and clients.

Schemas are compared by `schema.changes`.

Steps
- `version.py`: one version: schema, subresources, columns, deprecation; served and stored versions;
  status and scale; conversion between versions; makes changes that concern the CRD and no field
- `advice.py`: advice about new parts of a CRD
- `definition.py`: compares two CRDs; group, scope, names and `preserveUnknownFields`;
  fields that a version loses in storage

Entry point: `definition.py`.
"""
