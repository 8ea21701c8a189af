"""`kapivara explain`: prints the fields of a kind, with their types, defaults and rules.

The trees of fields are in `kapivara.cli.fields`.

Steps:

- `command.py`: finds the field, explains it, prints the report;
  parses the kind and field to explain, such as `deployments.spec.template`
- `explanation.py`: collects the facts of a field and of the fields below it
- `rule_share.py`: counts the rules of a kind that tags declare, and those written by hand
- `report_text.py`: renders the explanation for people
- `report_json.py`: renders the explanation as JSON

Entry point: `command.explain`.
"""
