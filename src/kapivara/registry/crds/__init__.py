"""Turns CRDs into kinds of custom resources and keeps them current.

The rules that validate a CRD itself are in `apis.groups.apiextensions`.

Steps:

- `version_order.py`: sorts API versions by Kubernetes' version priority
- `definition.py`: a CRD as the registry uses it: names, versions and their schemas;
  ensures that no custom resource is created after its CRD starts terminating
- `custom_resource.py`: the kind of one served version: defaulting, pruning, validation, ratcheting
- `codec.py`: decodes and encodes custom resources by their schema
- `merging.py`: the merge types of custom resources for apply and patches
- `definition_table.py`: all CRDs and their kinds at one revision of the storage
- `definitions.py`: the current table, which follows the storage
- `lifecycle.py`: accepts names, establishes CRDs and deletes custom resources with their CRD

Entry point: `definitions.Definitions`.
"""
