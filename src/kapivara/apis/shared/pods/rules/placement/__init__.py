"""Rules about where pods run and under which names.

Steps
- `tolerations.py`: tolerations
- `topology_spread.py`: topology spread constraints
- `affinity.py`: node affinity, pod affinity and anti-affinity
- `operating_systems.py`: fields that the operating system of the pod excludes
- `dns.py`: DNS policy, DNS config and hostname
- `names.py`: names that a pod refers to, its deadline, overhead and operating system
- `placement.py`: scheduling fields, readiness gates and host namespaces

Entry point: `placement.py`, `names.py`.
"""
