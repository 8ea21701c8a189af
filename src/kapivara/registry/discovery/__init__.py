"""Builds discovery documents and lists the stored resources.

The HTTP paths of the documents are in `server.documents`.

Steps:

- `discovery.py`: APIGroupList, APIGroup and APIResourceList documents
- `aggregated.py`: aggregated discovery: all groups in one document
- `stored_resources.py`: maps a storage key to its resource and object, for controllers

Entry points: `discovery.Discovery` and `aggregated.aggregate`.
"""
