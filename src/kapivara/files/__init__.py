"""Reads and writes untrusted files within limits, and inside the folders that they belong to.

Steps:

- `folders.py`: finds the manifests in a folder by their names
- `reading.py`: reads a file up to a number of bytes, and follows links only inside a folder
- `unpacking.py`: unpacks gzip up to a number of bytes
- `writing.py`: writes a file whole or not at all, under a random name that is then renamed
- `confined.py`: writes a file whose place an untrusted text chose
"""
