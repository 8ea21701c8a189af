"""Finds the project file (kapivara.toml or pyproject.toml) and reads the settings of one command from it.

The command line and the environment take precedence; `framework/parser.py` decides that.

Steps:

- `locate.py`: finds the project file in the working directory or a folder above it
- `table.py`: reads the file, and rejects unknown keys with their line; computes the line of each key of a TOML text
- `settings.py`: turns settings into values of options and arguments, and places paths in the file's folder
- `found_settings.py`: settings of a file that was found, not named: reports list those that weaken a check

Entry point: `locate.read_settings`.
"""
