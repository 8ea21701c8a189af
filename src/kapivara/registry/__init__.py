"""Carries one request through the steps."""
