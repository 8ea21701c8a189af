"""Builds the OpenAPI documents v2 and v3 of all served resources.

A document is the sum of fragments. Each is built on first request and kept until a CRD in it changes.

Steps:

- `documents.py`: `OpenApi`: the index, one v3 document per group version, and the v2 document;
  the fragments of built-in resources
- `custom.py`: the fragment of a custom resource; the published form of a CRD's schema
- `fragment.py`: a part of a document: paths and the schemas that they refer to
- `plain_paths.py`: the operations of paths that are not resources
- `paths.py`: the operations of a resource's paths
- `service.py`: methods, options, bodies and responses of each verb
- `operation.py`: one operation of a path, independent of the OpenAPI version
- `operation_names.py`: operation ids, tags and summaries
- `parameters.py`: query and path parameters
- `model.py`: the names of types in documents, and their kinds
- `type_schemas.py`: schemas of built-in types from their `types.go`
- `declared_rules.py`: the declarative validation rules in those schemas
- `form.py`: the differences between v2 and v3 in references and paths
- `v2.py`: writes the v2 document; names of parameters that v2 paths share
- `v3.py`: writes v3 documents
- `encoding.py`: encodes documents from parts that are encoded once
- `binary/`: encodes documents as protobuf

Entry point: `documents.OpenApi`.
"""
