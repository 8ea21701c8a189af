"""`kapivara serve`: serves the Kubernetes API.

The server itself is in the room `server`.

Steps:

- `options.py`: declares the options; the options of the audit log, named like kube-apiserver's
- `command.py`: checks the options, starts the server, prints its address

Entry point: `command.serve`.
"""
