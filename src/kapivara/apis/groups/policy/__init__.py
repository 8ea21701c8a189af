"""The group policy with its kind PodDisruptionBudget."""
