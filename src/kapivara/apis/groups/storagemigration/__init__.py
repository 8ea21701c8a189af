"""The group storagemigration.k8s.io: StorageVersionMigration.

Folders
- `v1/`: the types of the group storagemigration, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `migration_rules.py`: validates StorageVersionMigrations
- `storage_version_migration.py`: StorageVersionMigration as a built-in kind
"""
