"""Creates certificates and reloads certificate files while the server runs.

Steps:

- `files.py`: selects the given certificate files or creates files for this server
- `certificates.py`: creates a certificate authority, server certificates and client certificates
- `rotation.py`: reloads the certificate when its files change

Entry points: `files.provide_tls` and `rotation.ServerTls`.
"""
