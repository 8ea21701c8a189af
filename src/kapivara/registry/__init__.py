"""Carries one request through the steps of the API server: decode, admit, validate, store.

The HTTP server, `Api` and the command line use the same registry. A kind's own steps are in `apis`.

Steps:

- `kind_check.py`: loads every built-in kind and creates a stub of each
- `registry.py`: `Registry`, which receives every request and calls the folder of its verb
- `surroundings.py`: the stored objects, features and clock that kinds may read
- `initial_objects.py`: creates the objects that every cluster has from its start
- `requests/`: the request, its options and its body, and its outcome
- `crds/`: turns CRDs into kinds of custom resources and keeps them current
- `write/`: create, update, patch and apply: the pipeline of a write
- `delete/`: deletes objects and collections, with finalizers and grace periods
- `read/`: gets and lists objects
- `watch/`: opens watches and encodes their events
- `following/`: tables in memory that follow the storage
- `objects/`: reads objects from the storage and writes them to it
- `conversion/`: converts custom resources between versions
- `discovery/`: discovery documents and the list of stored resources
- `openapi/`: OpenAPI documents of all served resources
- `built_in_kinds.py`: creates a built-in kind from its catalog row on first use
- `observer.py`: the interface for measuring the registry

Entry point: `registry.Registry`.
"""
