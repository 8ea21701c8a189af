"""Reads and writes objects of built-in kinds as protocol buffers.

Field numbers come from types.go.

Steps
- `wire_format.py`: varints, tags and unknown fields
- `messages.py`: the message of a struct
- `own_messages.py`: messages of types with JSON methods
- `quick_reading.py`: generates readers for messages in field order
- `reading.py`: reads a message to the normal form of its struct
- `writing.py`: writes a struct as the server does
- `envelope.py`: the magic prefix `k8s` and the Unknown message
- `objects.py`: writes objects, lists and Status; writes raw values as they were sent

Entry point: `envelope.py`, `objects.py`.
"""
