"""ResourceQuota: what the objects of a namespace may come to, all together."""
