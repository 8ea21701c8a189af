"""Rules of security contexts of pods and containers.

Steps
- `sysctls.py`: sysctls of pods
- `windows.py`: Windows options and host process containers
- `security_contexts.py`: security contexts; seccomp and AppArmor profiles

Entry point: `security_contexts.py`.
"""
