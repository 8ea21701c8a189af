"""The group storagemigration.k8s.io with its kind StorageVersionMigration."""
