"""Gathers facts about the built-in types from the sources of Kubernetes: `scripts/gather CHECKOUT`.

`packages` says which ones a server serves, `reading` reads declarations of Go, `facts` keeps what is a fact of them,
`printing` writes them as `types.go` of `src/kapivara/apis`, `lifecycle` lists what is not served; `shared` brings the
types of metadata up to date. Upstream's comments are not among the facts: what stands in our files in our own words
stays, type by type and field by field.
"""
