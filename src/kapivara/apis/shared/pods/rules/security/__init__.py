"""Rules of security contexts of pods and containers.

Steps
- `profiles.py`: seccomp and AppArmor profiles
- `sysctls.py`: sysctls of pods
- `windows.py`: Windows options and host process containers
- `security_contexts.py`: security contexts

Entry point: `security_contexts.py`.
"""
