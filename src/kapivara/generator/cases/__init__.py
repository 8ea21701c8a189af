"""Table tests of types: `cases.jsonl`.

Steps
- `case_file.py`: reads cases
- `case_matching.py`: compares expected and actual errors
- `case_run.py`: runs cases
- `rule_coverage.py`: rules that no case triggers

Entry point: `case_run.py`.
"""
