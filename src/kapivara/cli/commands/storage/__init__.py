"""`kapivara storage`: the commands about stored objects, in a SQLite folder or in etcd.

- `group.py`: declares the group and its commands
- `address.py`: parses the address of a storage: a folder, a file or the URL of an etcd
- `check.py`: reads all stored objects and reports damaged ones
- `compact.py`: deletes the history of a storage and frees its space
- `copy.py`: copies all objects of a storage to a new one: `backup`, `restore` and `copy`
- `report.py`: renders the reports of these commands, as text and JSON

Entry point: `group.storage`.
"""
