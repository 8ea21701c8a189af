"""The group autoscaling: Scale, and HorizontalPodAutoscaler."""
