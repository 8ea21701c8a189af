"""`kapivara crd lint`: applies lint rules to CRDs.

The rules themselves are in the room `apis`.

Steps:

- `command.py`: reads CRDs, validates and lints them, prints the report
- `apply_rules.py`: applies the rules to a CRD, locates the findings, drops disabled ones;
  reads the annotations and comments that disable rules
- `report.py`: the findings of one run
- `report_text.py`: renders the report for people
- `report_json.py`: renders the report as JSON; turns the report into a diagnosis

Entry point: `command.lint`.
"""
