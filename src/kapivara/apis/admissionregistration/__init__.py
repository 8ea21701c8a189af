"""The group admissionregistration."""
