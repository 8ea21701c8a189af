"""OpenAPI documents of all served groups and versions.

`documents.OpenApi` has all of them: the index, one document of v3 per group and version, and one of v2 for everything,
each written on first use. The operations of a path are data (`operation`), built from the catalog (`built_in`) or a CRD
(`custom`). A document is the sum of such `fragment`s, written in the form of its version (`v2`, `v3`).
"""
