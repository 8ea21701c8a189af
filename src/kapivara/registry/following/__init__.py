"""Keeps tables in memory in step with the storage.

A table starts from a listing and follows a watch, so it contains the writes of all servers.

Steps:

- `followers.py`: refreshes tables from the watch and waits until they contain a write
- `index_table.py`: an index that a kind builds over all its objects
- `stored_table.py`: all objects of a resource as stored bytes
- `policy_feed.py`: the roles and bindings that the authorizer uses

Entry point: `followers.Followers`.
"""
