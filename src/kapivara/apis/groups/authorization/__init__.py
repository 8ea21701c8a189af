"""The group authorization.k8s.io: reviews of access.

Folders
- `v1/`: the types of the group authorization, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `access_review_rules.py`: validates reviews
- `access_review.py`: SubjectAccessReview and LocalSubjectAccessReview as built-in kinds
- `self_subject_access_review.py`: SelfSubjectAccessReview as a built-in kind
- `self_subject_rules_review.py`: SelfSubjectRulesReview as a built-in kind
"""
