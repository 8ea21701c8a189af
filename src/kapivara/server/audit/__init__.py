"""Writes events of audit.k8s.io/v1 for requests, by an audit policy.

Steps:

- `options.py`: the options of an audit log, and the setup of its parts; reads and validates an audit policy file
- `policy.py`: finds the first rule that matches a request, and its level
- `auditing.py`: wraps the application, adds `Audit-Id` and starts the events of a request
- `trail.py`: creates the events of one request from its start to its end;
  reads the Status and the object from a response
- `event.py`: encodes events as JSON lines in kube-apiserver's field order
- `writing.py`: hands events to the log, in a background thread when they need work
- `log_file.py`: appends to the log file and rotates it by size, age and count
- `shared_log_file.py`: locks a log file that several processes write

Entry points: `options.AuditOptions` and `options.audited`.
"""
