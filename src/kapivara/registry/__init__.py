"""Carries one request through the steps: options, body, decode, prepare, validate, store.

- `registry.py` handles every request; `pipeline.py` contains the steps in their order; each kind implements its part
  in `apis.kind`. `decoding.py` decodes bodies, `ownership.py` records managed fields, `store.py` stores objects.
- `kinds.py` loads built-in kinds on first use; `definitions.py` and `custom_resource.py` serve CRDs and their objects,
  and `definition_lifecycle.py` establishes and deletes CRDs.
- `followers.py` keeps tables in memory up to date by a watch on the storage, such as namespaces in `stored_table.py`.
  `initial_objects.py` creates the objects that every server has.
- `object_watch.py` serves a watch; `event_log.py` decodes each event once for a kind, and `watch_frames.py` encodes it
  once for each form. `shown_as.py` renders Tables and partial objects.
- `openapi/` builds the OpenAPI documents of the served kinds.

No code here tests for a single kind.
"""
