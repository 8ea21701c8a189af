"""Options for values that a stored pod or pod template may keep although the rules reject them.

Features have their defaults of v1.37.
Upstream: pkg/apis/core/validation/validation.go PodValidationOptions (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.values.record import record


@record
class PodOptions:
    """The values that are accepted; `is_pod` is True for pods and False for pod templates."""

    is_pod: bool = False
    any_deletion_cost: bool = False
    any_affinity_values: bool = False
    any_node_values: bool = False
    any_huge_pages: bool = False
    any_spread_selectors: bool = False
    any_label_keys: bool = False
    any_token_paths: bool = False
    any_sysctls: bool = False
    empty_image_references: bool = False
    comparing_tolerations: bool = False
    user_namespaces_on_host_network: bool = False
    user_namespaces_with_devices: bool = False
    sys_admin_without_escalation: bool = False
    restarting_init_containers: bool = False


NEW_POD: Final = PodOptions(is_pod=True)
NEW_TEMPLATE: Final = PodOptions()
