"""Creates, updates, patches and applies objects.

`pipeline` holds the steps in their order; `apis.machinery.kinds.kind` implements the steps of each kind.

Steps:

- `pipeline.py`: create and update, step by step, from decode to store
- `decoding.py`: decodes a body as an object of its kind and handles field validation
- `patching.py`: applies a JSON patch or merge patch and continues as an update
- `strategic_patching.py`: applies a strategic merge patch by the kind's declarations
- `apply.py`: server-side apply: merges a configuration by field ownership;
  moves kubectl's client-side apply to server-side apply
- `ownership.py`: updates `metadata.managedFields` for all writes except apply
- `creation_through.py`: creates objects of subresources: binding, eviction, token
- `connecting.py`: admits and opens connect requests: exec, attach, proxy, log
- `unchecked.py`: stores an object without validation, for tools

Entry points: `pipeline.create` and `pipeline.update`.
"""
