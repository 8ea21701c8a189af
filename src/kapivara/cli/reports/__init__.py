"""Prints the report of a command as text, JSON, SARIF, JUnit, TAP, or annotations of GitHub and GitLab.

It does not import commands: a command names the modules that render its own text and JSON in `write.ReportModules`.

Steps:

- `write.py`: renders a report in each requested form, and writes it
- `confined_files.py`: bounds for report files that a found project file names
- `line_breaking.py`: breaks the lines of a text report to the width of the terminal
- `repository_paths.py`: names files from the top of the repository, for reports beside lines

Validation results:

- `result_text.py`: renders results for people
- `result_groups.py`: groups the warnings, unknown kinds and duplicates that many objects share
- `result_json.py`: renders results as JSON
- `result_diagnosis.py`: turns results into a diagnosis

Forms, from a diagnosis:

- `sarif.py`: renders a diagnosis as SARIF 2.1.0; renders a diagnosis as a code quality report of GitLab
- `junit.py`: renders a diagnosis as JUnit XML
- `github.py`: renders a diagnosis as workflow commands of GitHub
- `tap.py`: renders a diagnosis as TAP 13
- `json_head.py`: the fields that the JSON reports of all commands share
- `json_document.py`: prints one JSON document, with text that cannot steer the terminal

Parts that several commands print:

- `source_problems.py`: renders errors in the sources of API types, with the line and a suggestion
- `rule_list.py`: renders `--list-rules`
- `coverage_floor.py`: keeps a coverage in a file, which only rises

Entry point: `write.write_report`.
"""
