"""OpenAPI documents in protocol buffers, as Go clients ask for them first.

`messages_v2` and `messages_v3` say which field of which message each part of a document is; `fields` writes them.
"""
