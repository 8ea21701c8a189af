"""Authenticates clients, applies impersonation and authorizes requests.

The RBAC rules themselves are in the room `authorization`.

Steps:

- `authentication.py`: admits clients by token, certificate or loopback address and rejects browser pages
- `client_certificate.py`: derives user and groups from a client certificate, as kube-apiserver does
- `token_file.py`: reads a static token file in kube-apiserver's CSV format
- `issued_tokens.py`: verifies service account tokens that this server issued and caches the result
- `impersonation.py`: checks the right to impersonate
- `authorization.py`: authorizes a request of an authenticated user by RBAC
- `kubeconfig.py`: writes a kubeconfig with the address and credentials of this server

Entry points: `authentication.Access.admit` and `authorization.Authorization.refuse`.
"""
