"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "RuntimeClass": """\
+TypeMeta - null
+ObjectMeta metadata null
Handler handler ""
Overhead overhead *{node.Overhead}
Scheduling scheduling *{node.Scheduling}
""",
    "Overhead": """\
PodFixed podFixed null
""",
    "Scheduling": """\
NodeSelector nodeSelector null
Tolerations tolerations []{core.Toleration}
""",
    "RuntimeClassList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{node.RuntimeClass}
""",
}
