"""Speaks HTTP: reads requests for the registry and writes its outcomes. No validation rule lives here.

Modules of the steps:

- Connections: `connection.py` is the state machine of one connection over its bytes in `wire.py`; `head_reader.py`,
  `head.py` and `chunked.py` read requests, `sending.py` writes responses. `connections.py` limits all connections,
  `accepting.py` accepts them, `entrance.py` opens the sockets, and `serving.py` runs the event loop.
- Requests: `access.py` authenticates, `impersonation.py` and `authorization.py` check rights, `target.py` parses the
  URL, `routes.py` rejects unknown verbs, `app.py` maps a head to a response, and `answers.py` writes the response.
- Scheduling: `turns.py` runs small requests on the event loop, one after another; `dispatch.py` sends slow ones to
  threads; `gating.py` holds a response until its writes are durable.
- Watches: `watching.py` makes a stream of a watch, `watch_rounds.py` schedules the streams.
- Metrics and audit: `metrics.py` counts, `exposition.py` writes Prometheus's format; `audit/` writes the audit log.
- Workers: `supervisor.py` starts the processes of `worker_process.py` and hands them connections; `worker_circle.py`,
  `merged_metrics.py` and `kept_counts.py` add up their metrics.
"""
