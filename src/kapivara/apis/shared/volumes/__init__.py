"""Validation rules of PersistentVolume specs, in volumes and in attachments."""
