"""Pods and pod templates, for all groups that use them."""
