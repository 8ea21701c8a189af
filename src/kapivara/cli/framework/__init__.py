"""Parses command lines from declared commands and writes to the terminal.

It knows nothing of Kubernetes and declares no command. Of the other folders, it imports only `project_file/`.

Steps:

- `command.py`: declares commands, groups, options and arguments as data
- `parser.py`: reads the words of a command line to the values of a command's parameters
- `path_overrides.py`: values of options that apply only to some paths
- `help.py`: renders `--help`
- `completion.py`: answers the shell when the user presses Tab
- `terminal.py`: colours, width, progress, and text that cannot steer the terminal
- `wording.py`: labels, counts and colours of reports for people
- `errors.py`: the errors that a command raises for wrong usage or failed work

Entry points: `command.command`, `parser.read_values`.
"""
