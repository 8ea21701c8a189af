"""Counts requests and exposes the counts at `/metrics` in Prometheus' text format.

Names, labels, buckets and help texts are those of kube-apiserver.

Steps:

- `metrics.py`: counts requests by verb, resource and code, and their durations;
  counts declarative validation mismatches, panics and duplicate errors
- `in_flight_counts.py`: counts requests in flight and rejected requests
- `audit_counts.py`: counts audit events and failed audit writes
- `conversion_counts.py`: counts calls of conversion webhooks and their durations
- `exposition.py`: formats all counters and histograms; formats request counters with many label sets quickly
- `merging.py`: merges the metrics of several worker processes into one response
- `kept_counts.py`: keeps the last counts of each worker, so that counters survive a restart

Entry points: `metrics.Metrics` and `exposition.answer_metrics`.
"""
