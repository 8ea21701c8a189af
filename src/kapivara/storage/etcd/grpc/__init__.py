"""Calls gRPC methods over HTTP/2 on an event loop.

It knows neither etcd nor any other room of kapivara (`README.md` shows why it exists).

Steps:

- `channel.py`: opens and reopens the connection to a server, and makes calls on it from any thread
- `connection.py`: sends and receives the frames of all calls on one connection, with flow control
- `call.py`: one call: its messages, its end and its status
- `http2_frames.py`: encodes and decodes HTTP/2 frames and header blocks

Entry points: `channel.GrpcChannel`, and `channel.LoopThread` for callers without an event loop.
"""
