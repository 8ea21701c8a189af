"""The group batch: Job and CronJob."""
