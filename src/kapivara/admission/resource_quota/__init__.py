"""ResourceQuota: limits the total resources of a namespace's objects."""
