"""Reads the inputs of a command to manifests, each with its location.

It validates no object. Inputs that cannot be read are returned as `Unreadable`; the others are read all the same.

Steps:

- `files.py`: expands paths, folders, patterns and standard input to files, and reads their bytes
- `git/`: reads files of a git revision
- `broken_documents.py`: reads the sound documents of a YAML file that has broken ones
- `helm_templates.py`: finds the Helm template that a document was rendered from
- `manifests.py`: splits a document or a List into manifests, and locates their fields
- `selection.py`: excludes files, and picks or skips kinds
- `manifest_reader.py`: runs these steps for all paths of a command
- `excerpts.py`: cuts the line of an error from its file, and marks the key or value

Entry point: `manifest_reader.read_manifests`.
"""
