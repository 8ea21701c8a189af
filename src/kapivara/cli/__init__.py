"""Parses arguments, runs a command and prints its report. Each command is a module, imported when it is called.

Modules of the steps:

- Options: `command.py` declares them; `parsing.py`, `help_text.py` and `completion_offers.py` read the declarations.
- Project files: `project_file.py` finds one, `project_settings.py` reads its settings, `toml_lines.py` locates keys,
  and `config_show.py` prints each value with its source.
- Input: `sources.py` finds and reads files, `manifests.py` extracts their objects. `git_source.py`, `git_tree.py` and
  `git_command.py` read revisions, and `git_changes.py` lists changes since one.
- Validation: `validation.py` sends each object through the façade, `judged_files.py` and `several_processes.py` spread
  files over processes, `old_objects.py` stores the old side. `upgrading.py` and `object_trial.py` try changed CRDs out,
  `crd_case_tables.py` and `crd_case_run.py` run cases of `crd test`.
- Places and hints: `answers.py` maps the server's causes to lines, `excerpts.py` marks them, `later_errors.py` finds
  the errors that would follow. `unknown_kinds.py` explains kinds that no server has, `broken_rules.py` failed CEL
  rules, and `rule_tracing.py` finds the hand-written rules of a field in the source.
- Reports: `report_text.py` and `report_json.py` render them, `diagnosis.py` feeds the formats of other tools, such as
  `diagnosis_sarif.py`, `fitting.py` wraps text, and `reports.py` writes reports.

No validation rule lives here.
"""
