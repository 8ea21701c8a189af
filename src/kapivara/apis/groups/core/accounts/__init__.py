"""ServiceAccount and its tokens.

Steps
- `account_token_rules.py`: validates token requests
- `account_token.py`: the `token` subresource
- `service_account.py`: ServiceAccount as a built-in kind
"""
