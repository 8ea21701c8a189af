"""Validation rules of pods and pod templates, one file per family of fields; other groups call `pod_template.py`."""
