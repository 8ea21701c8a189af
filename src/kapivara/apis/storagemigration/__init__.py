"""The group storagemigration."""
