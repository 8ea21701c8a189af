"""Calls webhooks over HTTPS as the server does, and reports failures with its errors.

Steps:

- `access.py`: access to webhooks without importing the client before the first call
- `services.py`: the configured addresses of services, because no cluster network exists here
- `address.py`: the address of a webhook from its client configuration: a URL or a service
- `timed_socket.py`: a connection whose reads and writes share one deadline
- `calls.py`: sends a request and reads the response within limits of time and size;
  the errors for unsuccessful responses; the errors for webhooks that are unreachable or do not speak HTTPS
- `distrust.py`: the errors for rejected certificates

Entry point: `calls.Webhooks`.
"""
