"""`kapivara validate`: validates manifests as the API server does, or against OpenAPI documents.

The checks are in `kapivara.cli.validation`, the reports in `kapivara.cli.reports`.

Steps:

- `command.py`: declares the options, runs the steps, prints the report
- `input.py`: reads the objects, the CRDs and the old versions
- `parallel.py`: validates many files in several processes; runs pieces of work in copies of this process
- `document_access.py`: credentials for the servers that `--openapi` names
- `document_validation.py`: validates objects against OpenAPI documents

Entry point: `command.validate`.
"""
