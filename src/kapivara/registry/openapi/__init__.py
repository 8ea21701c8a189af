"""OpenAPI documents: what every group and version takes, for clients that ask before they write.

`documents.OpenApi` is the door: the index and one document per group and version, each made when it is first asked
for. A document is the sum of the fragments of its resources: a `schema` for each kind, and the `paths` to it.
"""
