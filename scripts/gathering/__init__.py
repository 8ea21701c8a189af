"""Gathers facts about the built-in types from the sources of Kubernetes: `scripts/gather CHECKOUT`.

`packages` lists the served packages, `reading` parses Go declarations, `facts` selects facts from them, `printing`
writes them as `types.go` of `src/kapivara/apis/groups`, `lifecycle` lists kinds that are not served, and `shared`
updates the types of metadata. Upstream's comments are no facts and are omitted; comments in our own words stay, type by
type and field by field.
"""
