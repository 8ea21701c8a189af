"""`kapivara crd check`: validates CRDs and estimates the cost of their CEL rules.

Steps:

- `command.py`: reads CRDs, validates them, estimates costs, prints the report;
  finds the oldest Kubernetes version that accepts a CRD
- `report_text.py`: renders the report for people; renders the costs of the rules of a schema
- `report_json.py`: renders the report as JSON; turns the report into a diagnosis

Entry point: `command.check`.
"""
