"""Carries sources to generated files: Go or Python types in; validators, CRDs, OpenAPI and findings out.

The flow: `sources` → `model` → `grammar` → `tags` → `planning` → `plan` → `emission`.

Folders
- `cases/`: table tests of types: `cases.jsonl`
- `crd/`: CRDs from Go or Python types with kubebuilder's markers, as controller-gen generates them
- `emission/`: prints plans as Python modules
- `grammar/`: reads tags and markers from comments
- `handwritten_go/`: runs hand-written Go validation functions: a bounded subset of Go, interpreted
- `idl/`: generates the Python files beside each built-in types.go
- `lint/`: finds mistakes in tags of API types that the generator accepts
- `model/`: the types of API packages, whatever their source language
- `openapi_documents/`: OpenAPI documents of API types: `kapivara gen --openapi`
- `plan/`: the plan: what to generate, as data
- `planning/`: builds the plan of packages
- `python/`: names that users import in files of Python types, and their meaning
- `schema_keywords/`: tags in published schemas: keywords and CEL rules
- `sources/`: reads packages from Go or Python sources
- `tags/`: the `+k8s:` tags: one object for each tag with scopes, arguments, plan and documentation
- `well_known/`: go declarations of common packages, for sources whose imports are not at hand

Steps
- `pipeline.py`: plans, prints and loads validators

Entry point: `pipeline.py`.
"""
