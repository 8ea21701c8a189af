"""The group autoscaling: HorizontalPodAutoscaler, and the types of Scale.

Folders
- `v1/`: the types of the group autoscaling, version v1
- `v2/`: the types of the group autoscaling, version v2

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `references.py`: validates references to scaled objects
- `metric_rules.py`: validates metrics
- `autoscaler_rules.py`: validates HorizontalPodAutoscalers
- `round_trip.py`: annotations that carry v2 fields in v1
- `v1_conversion.py`: converts HorizontalPodAutoscalers between v1 and v2; converts metrics between v1 and v2
- `columns.py`: the columns of HorizontalPodAutoscalers
- `horizontal_pod_autoscaler.py`: HorizontalPodAutoscaler as a built-in kind
"""
