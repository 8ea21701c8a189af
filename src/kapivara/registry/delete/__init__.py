"""Deletes objects and collections.

Finalizers wait for controllers; the folder collects no garbage.

Steps:

- `removal.py`: checks preconditions and finalizers and deletes one object;
  computes the grace period of a graceful deletion
- `unsafe_removal.py`: authorizes deletions of unreadable objects, which ignore finalizers and preconditions
- `collection_removal.py`: deletes the objects that selectors match, or all objects of a CRD

Entry points: `removal.delete` and `collection_removal.delete_all`.
"""
