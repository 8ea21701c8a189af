"""Prints objects as rows of a Table, which `kubectl get` shows.

Steps
- `ages.py`: formats ages in the server's two units
- `table.py`: columns, cells and rows
- `template_columns.py`: the columns of workloads that show their pod template
- `printer_columns.py`: the columns that a CRD declares, by JSONPath

Entry point: `table.TableLayout`.
"""
