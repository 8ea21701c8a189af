"""Warnings about pods and pod templates that the server accepts.

Steps
- `fractional_bytes.py`: warns of byte quantities that are not whole numbers
- `server_annotations.py`: skips annotations that have no meaning to the server
- `app_armor.py`: warns of AppArmor annotations
- `claim_warnings.py`: warns of data sources and quantities of claims
- `container_warnings.py`: warns of hidden variables, clashing ports and fractional bytes in containers
- `pod_warnings.py`: collects all warnings about a pod or template; warns of overlapping files within one volume

Entry point: `pod_warnings.pod_warnings`, `pod_warnings.template_warnings`.
"""
