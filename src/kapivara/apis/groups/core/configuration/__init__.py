"""ConfigMap, Secret, LimitRange, ResourceQuota and Namespace: the settings of a namespace.

Steps
- `config_map_rules.py`: validates ConfigMaps
- `config_map.py`: ConfigMap as a built-in kind
- `secret_rules.py`: validates Secrets
- `secret.py`: Secret as a built-in kind
- `limit_range_rules.py`: validates LimitRanges
- `limit_range.py`: LimitRange as a built-in kind
- `resource_quota_rules.py`: validates ResourceQuotas
- `resource_quota.py`: ResourceQuota as a built-in kind
- `namespace.py`: Namespace as a built-in kind, with its phase and spec finalizers
"""
