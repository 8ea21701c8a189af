"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "StorageVersionMigration": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {storagemigration.StorageVersionMigrationSpec}
Status status {storagemigration.StorageVersionMigrationStatus}
""",
    "StorageVersionMigrationSpec": """\
Resource resource null
""",
    "StorageVersionMigrationStatus": """\
Conditions conditions null
ResourceVersion resourceVersion ""
""",
    "StorageVersionMigrationList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{storagemigration.StorageVersionMigration}
""",
}
