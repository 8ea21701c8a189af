"""The strategy of a kind: the steps that the registry runs, each with a default.

Steps
- `proposal.py`: an object to store, with its precondition
- `initial_object.py`: an object that every server creates at its start
- `garbage_collection.py`: the default deletion policy of dependents
- `subresource.py`: reads and writes an object as a whole or through a subresource
- `shown_kind.py`: kinds that only subresources show, such as Scale
- `created.py`: subresources whose body creates something else: bindings, evictions
- `kind.py`: the strategy of a kind, with a default for every step
- `unstored_kind.py`: kinds that are created and answered, but never stored, such as reviews
- `converted_kind.py`: a kind at a version that differs from its hub version

Entry point: `kind.Kind`.
"""
