"""Evaluates ValidatingAdmissionPolicy and MutatingAdmissionPolicy objects.

The rules that validate policy objects themselves are in `apis.groups.admissionregistration`.

Steps:

- `validating_plugin.py`: plugin ValidatingAdmissionPolicy: evaluates the bound policies of a write
- `mutating_plugin.py`: plugin MutatingAdmissionPolicy: applies the bound policies to the object of a write
- `exempt.py`: resources that policies never apply to
- `bound_policies.py`: the policies and bindings in force, parsed again only after a change
- `policy.py`: the parts that both kinds share: match constraints, match conditions, variables;
  matches a write against rules and selectors
- `invocations.py`: pairs a policy with its matching bindings and their parameters;
  finds the parameter objects of a binding
- `facts.py`: the CEL variables of a write: object, oldObject, request, namespaceObject
- `authorizer.py`: the CEL variable `authorizer`
- `programs.py`: compiles the expressions of a policy on first use
- `evaluation.py`: evaluates expressions within the cost limits
- `validating_policy.py`: evaluates validations, messages and audit annotations
- `mutating_round.py`: selects the policies of one round and applies them in order
- `mutating_policy.py`: applies the mutations of one policy; applies one ApplyConfiguration or JSONPatch mutation
- `built_values.py`: objects and patches that expressions construct, and their JSON

Entry points: `validating_plugin.PLUGIN` and `mutating_plugin.PLUGIN`.
"""
