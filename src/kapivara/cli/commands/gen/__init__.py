"""`kapivara gen`: generates validators, CRDs and OpenAPI documents from the sources of API types.

The room `generator` generates; this folder reads options and writes files.

Steps:

- `command.py`: reads the types, generates, writes or compares the files, prints the report;
  the options of `--openapi`
- `crd_options.py`: the options of `--crd`
- `crds.py`: generates CRDs and validates them
- `openapi.py`: generates OpenAPI documents and estimates the cost of their rules
- `files.py`: names the generated files, compares them, writes all or none
- `report.py`: the files and problems of one run
- `report_text.py`: renders the report for people
- `report_json.py`: renders the report as JSON; turns the report into a diagnosis

Entry point: `command.gen`.
"""
