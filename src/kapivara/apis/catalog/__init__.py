"""Lists the built-in resources and the types that a request body may name.

Rows are texts: reading the catalog imports no kind.

Steps
- `api_resource.py`: the resource at one version, as discovery shows it
- `scale_paths.py`: the paths of the fields that a Scale shows
- `rows.py`: one row for each built-in resource, in the order of discovery
- `gathered_versions.py`: kinds and versions that a default server does not serve, written by scripts/gather
- `unserved_versions.py`: finds a kind and version among those that a default server does not serve
- `reference_versions.py`: all group versions that the reference server knows, for published documents
- `scheme.py`: decides which kinds a body may name beside the requested one

Entry point: `rows.CATALOG`, `rows.Row.load`.
"""
