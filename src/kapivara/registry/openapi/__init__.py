"""OpenAPI documents: what every group and version takes, for clients that ask before they write.

`documents.OpenApi` has all of them: the index, one document of v3 per group and version, one of v2 about all, each
made when it is first asked for. What may be asked at a path is data (`operation`), made of the catalog (`built_in`) or
of a definition (`custom`); a document is the sum of such `fragment`s, written in the form of its version (`v2`, `v3`).
"""
