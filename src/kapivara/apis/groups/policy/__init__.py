"""The group policy: PodDisruptionBudget.

Folders
- `v1/`: the types of the group policy, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `pod_disruption_budget_rules.py`: validates PodDisruptionBudgets
- `pod_disruption_budget.py`: PodDisruptionBudget as a built-in kind
"""
