"""`kapivara crd test`: runs tables of cases against CRDs and measures which CEL rules they cover.

Steps:

- `command.py`: reads the tables and CRDs, runs the cases, prints the report
- `case_tables.py`: reads tables of cases
- `case_run.py`: creates or updates the object of each case as a dry run;
  records which rules the cases satisfied and violated
- `report.py`: the results of one run
- `report_json.py`: renders the report as JSON; turns the report into a diagnosis; renders the report for people

Entry point: `command.test`.
"""
