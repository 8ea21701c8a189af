"""Reads the head of a request and finds the resource, verb and route that it names.

The folder reads no body and looks up no object.

Steps:

- `caller.py`: the user of a request and how certain the server is about the identity
- `target.py`: maps method and path to a resource request with its verb, as RequestInfo does
- `impersonation_headers.py`: the user in the `Impersonate-` headers
- `incoming.py`: the parsed head of a request: path, query, relevant headers and target
- `routes.py`: rejects methods and paths that the server has no handler for, and applies timeouts

Entry points: `incoming.Incoming.of` and `routes.refuse_route`.
"""
