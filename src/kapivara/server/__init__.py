"""Serves the Kubernetes API over HTTP: connections, identity, routing, responses and metrics.

No validation rule lives here: the registry validates. Requests pass the folders from `http1` to `responses`.

Steps:

- `http1/`: parses requests from bytes and writes responses to connections
- `listening.py`: checks that an address is safe to serve and opens the listening socket
- `request_log.py`: logs one line for each request, as text or JSON, without delaying the response
- `in_flight.py`: rejects requests over the limits of reading and writing requests in flight
- `audit/`: writes events of audit.k8s.io/v1 for requests, by an audit policy
- `auth/`: authenticates clients, applies impersonation and authorizes requests
- `app.py`: carries a request from its head to its response through the folders below
- `routing/`: reads the head of a request and finds the resource, verb and route that it names
- `dispatch/`: runs requests on the event loop or in threads, and streams watches
- `documents/`: answers paths that are not resources: health, version, discovery and OpenAPI
- `responses/`: negotiates the media type and encodes objects, lists and Statuses
- `metrics/`: counts requests and exposes the counts at `/metrics`
- `tls/`: creates certificates and reloads certificate files while the server runs
- `backend.py`: joins the application, its registry, its storage and its threads, and replaces the storage
- `processes/`: starts and stops the server in one process or several

Entry point: `processes.run.serve`; programs that manage the lifetime themselves use `processes.run.open_server`.
"""
