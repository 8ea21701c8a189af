"""Rules of security contexts of pods and containers.

Steps
- `windows.py`: Windows options and host process containers
- `security_contexts.py`: security contexts; seccomp and AppArmor profiles; sysctls of pods

Entry point: `security_contexts.py`.
"""
