"""Parses HTTP/1.1 requests from bytes and writes responses, as Go's `net/http` server does.

It knows neither Kubernetes nor any other room (`README.md` shows why it exists). A handler decides about each head and
supplies the response.

Steps:

- `limits.py`: the limits of a server in bytes, seconds and connections
- `acceptor.py`: accepts connections up to the limits and starts TLS handshakes
- `connections.py`: counts all connections, limits strangers and closes overdue connections
- `held_bytes.py`: limits the bytes that all connections hold together
- `loop_queue.py`: runs deferred work on the event loop in time slices
- `wire.py`: buffers the input and output of one connection and controls its flow and its close
- `handler.py`: the interface of the handler: deadlines, callers, exchanges and rejections
- `connection.py`: the state machine of one connection: head, body, response, next head
- `head.py`: parses the request line and headers with Go's strictness and Go's error texts
- `head_reader.py`: reuses the parsed head when a client repeats the same bytes
- `url.py`: parses the URL of a request line
- `body.py`: reads bodies with a Content-Length and selects the reader of a body
- `chunked.py`: reads bodies with chunked transfer encoding and checks their trailers
- `answer.py`: the responses of a handler: a body, or a stream of pieces
- `sending.py`: writes responses and streams as fast as the client reads

Entry point: `acceptor.Acceptor`, with a `handler.Handler` that answers requests.
"""
