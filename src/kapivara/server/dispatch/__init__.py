"""Runs requests on the event loop or in threads, and streams watches.

Small requests to fast resources run on the event loop; all others run in threads.

Steps:

- `exchange.py`: one admitted request and its single response
- `resource_exchange.py`: sends a resource request through the registry and encodes its outcome
- `dispatcher.py`: decides where a request runs and limits its time on the event loop;
  limits how many threads the requests of one resource may occupy;
  keeps resources whose requests were slow off the event loop for a while
- `workers.py`: the pool of threads beside the event loop
- `commit_gate.py`: holds responses back until their writes are durable
- `watch_exchange.py`: streams the events of one watch as fast as the client reads
- `watch_scheduler.py`: schedules all watches that have events, in rounds between requests

Entry points: `resource_exchange.ResourceExchange` and `watch_exchange.WatchExchange`.
"""
