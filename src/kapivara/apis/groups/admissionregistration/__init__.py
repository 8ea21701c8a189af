"""The group admissionregistration.k8s.io: webhook configurations and admission policies.

Policies and webhooks run in `admission`.

Folders
- `v1/`: the types of the group admissionregistration, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `patch_library.py`: CEL functions for patches of mutating policies
- `expressions.py`: compiles CEL expressions as the server does; CEL types of request, namespace and variables
- `match_conditions.py`: validates match conditions
- `match_rules.py`: validates operations, groups, versions and resources of rules
- `static_names.py`: names reserved for static manifests
- `parameter_rights.py`: checks that the user may read the parameters of a policy
- `policy_match.py`: validates match constraints and parameters
- `policy_rules.py`: validates policies
- `policy_status_rules.py`: validates the status of policies
- `policy_binding_rules.py`: validates bindings
- `webhook_rules.py`: validates webhook configurations
- `admission_policy.py`: the steps that both kinds of policy share
- `validating_admission_policy.py`: ValidatingAdmissionPolicy as a built-in kind
- `mutating_admission_policy.py`: MutatingAdmissionPolicy as a built-in kind
- `admission_policy_binding.py`: both kinds of policy bindings
- `webhook_configuration.py`: both kinds of webhook configurations
"""
