"""What a pod, or a template of pods, may have although the rules do not allow it: because it had it before.

Features are as v1.37 has them by default.
Upstream: pkg/apis/core/validation/validation.go PodValidationOptions (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.values.record import record


@record
class PodOptions:
    """What is forgiven, and whether it is a pod that is judged, or a template of pods."""

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
