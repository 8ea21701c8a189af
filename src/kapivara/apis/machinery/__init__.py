"""The code that all kinds share; it imports no kind and no group.

Rules that several groups share are in `shared`.

Folders
- `kinds/`: the strategy of a kind: the steps that the registry runs, each with a default
- `objects/`: reads, defaults, stores and merges the objects of kinds that have a Go type
- `scales/`: the `scale` subresource: an autoscaling/v1 Scale over the replica fields of another kind
- `server/`: the services of the server that a kind may use: users, tokens, feature gates, stored objects
- `tables/`: prints objects as rows of a Table, which `kubectl get` shows
- `validation/`: runs the declarative rules of a kind beside the hand-written ones, and merges both results
"""
