"""`kapivara lint`: applies lint rules to the sources of API types.

The rules themselves are in the room `generator`.

Steps:

- `command.py`: reads the types, applies the rules, prints the report
- `report.py`: the findings of one run
- `report_text.py`: renders the report for people
- `report_json.py`: renders the report as JSON; turns the report into a diagnosis

Entry point: `command.lint`.
"""
