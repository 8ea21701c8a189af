"""Carries one request through the steps: options, body, decode, prepare, validate, store.

`registry.Registry` takes every request; `pipeline` is the order of the steps; what they mean for an object is told by
its kind (`apis.kind`).
"""
