"""Reads documents from files, URLs and clusters.

Steps
- `connection.py`: connects to servers with credentials
- `kubeconfig.py`: reads credentials from a kubeconfig
- `fetching.py`: downloads a document within limits
- `sources.py`: finds documents in files, folders, URLs and a server's index

Entry point: `sources.py`.
"""
