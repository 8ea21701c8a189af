"""The kinds of the core group (`/api/v1`), such as Namespace, Node, Service and Secret."""
