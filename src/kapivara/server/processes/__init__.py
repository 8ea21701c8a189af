"""Starts and stops the server in one process or several.

Several processes share one etcd; one process owns a SQLite file.

Steps:

- `run.py`: checks the options, opens storage and socket, builds the server and serves
- `entrance.py`: opens the socket and prepares token, certificates and token keys for all processes
- `serving.py`: runs the event loop and shuts it down gracefully on a signal
- `supervisor.py`: forks workers, hands connections to them and restarts those that die
- `worker_process.py`: one worker, which receives its connections from the supervisor
- `worker_circle.py`: exchanges metrics between workers over sockets
- `heap.py`: returns freed memory to the operating system

Entry point: `run.serve`.
"""
