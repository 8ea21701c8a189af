"""Carries one request through the steps: options, body, decode, prepare, validate, store.

`registry.Registry` handles every request; `pipeline` contains the steps in their order; each kind implements its part
in `apis.kind`.
"""
