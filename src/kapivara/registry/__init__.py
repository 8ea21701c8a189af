"""Carries one request through the steps: options, body, decode, prepare, validate, store.

`registry.Registry` is the door; `pipeline` is the order of the steps; a `scope` is a kind as the steps need it.
"""
