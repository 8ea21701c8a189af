"""Reads files as they were at a git revision.

Git runs without hooks, filters and network access, because a repository can name programs. The working tree is read
without git.

Steps:

- `command.py`: runs git with bounds on its time and output
- `tree.py`: finds commits, lists the files of a commit, reads their bytes
- `revision.py`: reads the paths of `git:REV:PATH`
- `changes.py`: compares the working tree with the commit that it forked from

Entry points: `revision.read_past`, `revision.read_revision`, `changes.ChangesSince`.
"""
