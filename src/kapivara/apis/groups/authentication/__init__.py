"""The group authentication.k8s.io: reviews of tokens and users.

Folders
- `v1/`: the types of the group authentication, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `self_subject_review.py`: SelfSubjectReview as a built-in kind
- `token_review.py`: TokenReview as a built-in kind
"""
