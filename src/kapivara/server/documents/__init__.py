"""Answers paths that are not resources: health, version, discovery and OpenAPI.

Steps:

- `paths.py`: routes a path to its document: version, discovery, or one of the modules below
- `health.py`: runs the checks of `/livez`, `/readyz` and `/healthz` and formats the result
- `openapi.py`: answers `/openapi/v2` and `/openapi/v3`, with caching by hash
- `token_issuer.py`: publishes the OpenID configuration and the public keys of service account tokens

Entry point: `paths.answer_document`.
"""
