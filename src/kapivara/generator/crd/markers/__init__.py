"""The markers for CRDs: one object per marker, with its arguments, targets, effect and documentation."""
