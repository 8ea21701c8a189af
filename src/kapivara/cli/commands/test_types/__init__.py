"""`kapivara test-types`: runs a table of cases against the validators of API types.

Steps:

- `command.py`: generates the validators in memory, runs the cases, prints the report;
  finds the hand-written functions that generated validators call
- `report.py`: the results of one run
- `report_text.py`: renders the report for people
- `report_json.py`: renders the report as JSON

Entry point: `command.test_types`.
"""
