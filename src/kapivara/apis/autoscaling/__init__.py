"""The group autoscaling: Scale, which objects of many kinds are shown as."""
