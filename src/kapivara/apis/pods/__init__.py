"""Pods and templates of pods, for all groups that have them."""
