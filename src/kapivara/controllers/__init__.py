"""Controllers of a cluster that run with a server, one module each; `catalog.py` lists them.

`running.py` runs them in one thread: it follows the storage and passes each write to the controllers that observe its
key (`observed_write.py`). They put names of objects into the queue (`work_queue.py`) and later act on the objects that
are stored by then, through the registry, as clients do (`objects.py`). A restart therefore finds unfinished work again,
and several servers over one storage do not conflict. `garbage_collection.py` uses the owners of objects
(`owner_graph.py`, `owner_lookup.py`); `namespace_deletion.py` reports its progress in `namespace_conditions.py`.
"""
