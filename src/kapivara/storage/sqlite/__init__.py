"""Stores objects in one SQLite file, which one process owns; acknowledged writes are durable.

`staging` decides a write, `writer` commits it with others, and `reader` reads from snapshots.

Steps:

- `storage.py`: the engine `SqliteStorage`, which joins the parts below
- `directory_lock.py`: locks the data directory for one process
- `file.py`: opens the file, creates and upgrades its tables, and translates SQLite's failures
- `rows.py`: encodes rows with a checksum and reports rows whose checksum fails
- `known_keys.py`: proves quickly that a new key is not in the file
- `staging.py`: decides writes against the file and the writes that are staged
- `group_commit.py`: groups writes that share one flush of the disk
- `writer.py`: commits batches, publishes their events and compacts between batches;
  deletes old history in slices; measures slices and adapts their size to the speed of the disk
- `changes.py`: applies decided writes inside a transaction
- `counts.py`: keeps the number of objects for each prefix
- `reader.py`: reads values, listings and events from one snapshot
- `check.py`: checks a whole file: structure, rows, history and counts
- `salvage.py`: rebuilds a file whose structure is damaged
- `shrinking.py`: compacts a file that no server uses and returns its free pages

Entry point: `storage.SqliteStorage`.
"""
