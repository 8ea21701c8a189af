"""OpenAPI documents in protobuf, which Go clients prefer.

`messages_v2` and `messages_v3` map each part of a document to a message and field; `fields` writes them.
"""
