"""The core group (`/api/v1`): Namespace."""
