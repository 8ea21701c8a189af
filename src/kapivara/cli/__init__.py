"""Runs the `kapivara` command line: reads arguments, runs one command, prints its report and returns an exit code.

No validation rule is in this room: commands call the façade (`kapivara.api`), the registry or the generator.
A command is imported only when it is called. A folder imports only folders that are below it in this list.

Folders, highest first:

- `commands/`: one folder or module per command
- `reports/`: prints results as text, JSON, SARIF, JUnit, GitHub, GitLab and TAP
- `validation/`: sends manifests to the registry as dry runs and locates the errors in their files
- `hints/`: adds suggestions to the server's errors
- `options/`: options that several commands share
- `project_file/`: finds and reads kapivara.toml
- `fields/`: the fields of a kind as a tree, with their rules
- `inputs/`: files, folders, standard input and git revisions, read to manifests
- `framework/`: the command-line parser, help, completion and the terminal

Modules:

- `main.py`: finds the command, runs it, turns each failure into one line and an exit code
- `code_store.py`: keeps the bytecode of all modules in one file, for the launcher
- `diagnosis.py`: the model that reports for other tools are made from: subjects and their diagnostics
- `findings.py`: the results of a validation: locations, findings, results, unreadable inputs

Entry point: `main.main`.
"""
