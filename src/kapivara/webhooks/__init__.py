"""Calls webhooks over HTTPS as the server does, and reports failures with its errors.

`address.py` finds the address, `calls.py` sends a request and returns the response within limits of time and size.
`failures.py`, `distrust.py` and `answers.py` produce the server's errors.
"""
