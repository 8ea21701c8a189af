"""Controllers of a cluster that run with a server, one module each.

They follow the storage and write through the registry, as clients do. A restart finds unfinished work again, and
several servers over one storage do not conflict.

Steps:

- `catalog.py`: lists the controllers in the order in which they observe writes
- `running.py`: runs them in one thread and passes each write to the controllers that observe its key;
  queues each name once, and retries failures with growing delays
- `controller.py`: the contract of a controller: observe a write, queue names, process them
- `objects.py`: reads and writes objects for controllers, through the registry;
  a write to the storage: its key, and the metadata of the object
- `garbage_collection.py`: deletes objects whose owners are gone; looks up whether the owners of an object exist
- `owner_graph.py`: the owners and dependents of all objects
- `namespace_deletion.py`: deletes the content of a terminating namespace, then removes its finalizer;
  the conditions that report the progress of such a deletion
- `namespaces.py`: shared by the controllers that create an object in each namespace
- `service_accounts.py`: creates the service account `default` in each namespace
- `root_certificates.py`: creates the ConfigMap `kube-root-ca.crt` in each namespace
- `role_aggregation.py`: computes the rules of ClusterRoles with an `aggregationRule`
- `event_expiry.py`: deletes events an hour after their last write
- `lease_expiry.py`: deletes the expired leases of API servers

Entry point: `running.Controllers`.
"""
