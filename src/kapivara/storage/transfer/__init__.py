"""Copies all objects of one storage into a new one: backup, restore, move.

Only current objects are copied, not their history: clients list again.

Steps:

- `copy.py`: the protocols of source and target, and the copy between them
- `sqlite_snapshot.py`: reads the objects of a SQLite file at one moment
- `etcd_snapshot.py`: reads the objects of an etcd at one revision
- `sqlite_import.py`: writes a new SQLite file and puts it in place when it is complete
- `etcd_import.py`: writes objects into an empty etcd prefix, marked as incomplete until the end

Entry points: `copy.open_snapshot`, `copy.open_new` and `copy.Transfer`.
"""
