"""Rules of annotations of pods that the server reads.

Steps
- `profiles.py`: seccomp and AppArmor annotations, and their agreement with fields
- `tolerations.py`: the legacy annotation of tolerations
- `pod_annotations.py`: all annotations with a meaning: mirror pods, tolerations, deletion cost, profiles

Entry point: `pod_annotations.py`.
"""
