"""The rules of pods and of templates of pods, a file a family; other groups come by `pod_template.py`."""
