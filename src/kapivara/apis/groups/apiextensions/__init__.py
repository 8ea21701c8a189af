"""The group apiextensions.k8s.io: CustomResourceDefinition.

Registries of custom resources are in `registry`.

Folders
- `changes/`: compares two CRDs and reports each change with its effects on stored objects and clients
- `lint/`: finds mistakes in CRDs that the server accepts
- `v1/`: the types of the group apiextensions, version v1
- `v1beta1/`: the types of the group apiextensions, version v1beta1
- `validation/`: validates CustomResourceDefinitions, in the server's order

Steps
- `definition_types.py`: typed views of CRDs, for mypy
- `schema_json.py`: JSON of schema types that accept several JSON kinds
- `schema_messages.py`: protocol buffers of these types
- `defaults.py`: sets the defaults of a CRD
- `definition_reading.py`: reads a CRD without a server
- `written_fields.py`: maps fields in errors to fields of the written CRD
- `table.py`: the columns of CRDs
- `rule_costs.py`: the CEL cost of a CRD, schema by schema
- `conversion_review.py`: requests and responses of conversion webhooks
- `establishing.py`: claims the names of a CRD and sets its conditions
- `kind.py`: CustomResourceDefinition as a built-in kind; the types of CRDs with the fields of KEP-2876;
  drops `optionalOldSelf` where ratcheting is off

Entry point: `kind.KIND`.
"""
