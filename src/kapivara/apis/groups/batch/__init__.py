"""The group batch: Job and CronJob.

Folders
- `v1/`: the types of the group batch, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `labels.py`: labels of a Job's pods
- `columns.py`: the column that Job and CronJob share
- `indexes.py`: lists of completed indexes
- `spec.py`: steps that Jobs and job templates share
- `policy_rules.py`: validates success and pod failure policies
- `job_spec_rules.py`: validates the spec of Jobs and job templates
- `job_conditions.py`: reads conditions of Jobs
- `job_update_rules.py`: validates updates of a Job's spec
- `job_status_rules.py`: validates the status of a Job; validates changes of the status
- `job_rules.py`: validates Jobs
- `job.py`: Job as a built-in kind
- `cron_job_rules.py`: validates CronJobs
- `cron_job.py`: CronJob as a built-in kind
"""
