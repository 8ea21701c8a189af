"""ServiceAccount and its tokens.

Steps
- `account_token_rules.py`: validates token requests
- `service_account.py`: ServiceAccount as a built-in kind; the `token` subresource
"""
