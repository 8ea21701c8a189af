"""YAML as the server reads it: YAML 1.1 to JSON.

`plain` reads ordinary manifests line by line, `exact` reads everything on libyaml.

Folders
- `exact/`: reads all of YAML 1.1 on PyYAML's parser, with the server's errors
- `plain/`: reads plain block YAML line by line, several times faster than libyaml

Steps
- `reader.py`: selects the reader for each document, and reads it; splits a text into documents;
  reads YAML that is JSON with the JSON reader

Entry point: `reader.py`.
"""
