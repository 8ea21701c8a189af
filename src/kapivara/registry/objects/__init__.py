"""Reads objects from the storage and writes them to it.

Steps:

- `identity.py`: generates uids, timestamps and names
- `metadata.py`: the metadata rules that all writes and reads share
- `document.py`: an object or list that is encoded on demand as JSON or protobuf
- `stored_object.py`: an object as stored, decoded on demand, or reported as unreadable
- `store.py`: the objects of one resource: keys, reads, compare-and-swap writes, dry runs

Entry point: `store.Store`.
"""
