"""Structural schemas of custom resources.

CRDs are validated in `apis.groups.apiextensions`; OpenAPI documents in `openapi`.

Folders
- `changes/`: compares two schemas and reports each change with its effects
- `expressions/`: CEL rules of schemas: types, compilation, evaluation, costs
- `legality/`: validates schemas of CRDs
- `pricing/`: estimates the cost of each rule for authors, and the bounds that reduce it
- `resource/`: the validator of one version of a custom resource
- `rules/`: value validations of structural schemas: one module for each family of keywords
- `steps/`: the steps of a custom resource through its schema: prune, default, list types, correlate, ratchet
- `structural/`: the schema as a tree of nodes, and facts about a node without an object

Steps
- `server_version.py`: the server version whose rules apply
- `value_rules.py`: CEL rules of Go types; generated validators import it

Entry point: `resource.versions.ResourceSchema`.
"""
