"""Admission plugins of a default server: they change new objects or reject writes. One module each.

`catalog.py` lists the plugins in the server's order, and `chain.py` calls the enabled ones. `admit` of a plugin runs
before an object is prepared, `validate` after the object is validated. `policies/` implements policies in CEL:
`policies/matching.py` selects writes, `policies/invocations.py` bindings and parameters, `policies/facts.py` provides
the variables, `policies/evaluation.py` runs the expressions, and `policies/mutations.py` applies mutations.
Upstream: apiserver/pkg/admission, pkg/kubeapiserver/options/plugins.go (1.37).
"""
