"""Counts requests and exposes the counts at `/metrics` in Prometheus' text format.

Names, labels, buckets and help texts are those of kube-apiserver.

Steps:

- `metrics.py`: counts requests by verb, resource and code, and their durations
- `in_flight_counts.py`: counts requests in flight and rejected requests
- `audit_counts.py`: counts audit events and failed audit writes
- `validation_counts.py`: counts declarative validation mismatches, panics and duplicate errors
- `conversion_counts.py`: counts calls of conversion webhooks and their durations
- `request_exposition.py`: formats request counters with many label sets quickly
- `exposition.py`: formats all counters and histograms
- `merging.py`: merges the metrics of several worker processes into one response
- `kept_counts.py`: keeps the last counts of each worker, so that counters survive a restart

Entry points: `metrics.Metrics` and `exposition.answer_metrics`.
"""
