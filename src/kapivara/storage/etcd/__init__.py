"""Stores objects in etcd, for several servers over one cluster.

Revisions are etcd's own, and one watch per process feeds all watches of its clients.

Steps:

- `access.py`: the endpoints, certificates, user and prefix of an etcd
- `storage.py`: the engine `EtcdStorage`, which joins the parts below;
  versions of etcd that can lose acknowledged writes
- `client.py`: calls etcd with deadlines, retries, several endpoints and authentication
- `messages.py`: the messages of etcd's API that the engine uses
- `errors.py`: translates etcd's errors into errors of the contract
- `keys.py`: maps keys of the contract to keys of etcd
- `transactions.py`: encodes each write as one transaction and decodes its result
- `leases.py`: grants leases for keys that expire and shares them between keys
- `stream.py`: follows all writes by one watch, feeds them to readers, and recovers from breaks
- `history.py`: reads past events and the oldest revision from etcd
- `compaction.py`: compacts etcd's history, coordinated between servers
- `leader_election.py`: elects one of the servers for work that only one may do
- `maintenance.py`: reads the status of members, compares their hashes and defragments them
- `grpc/`: a gRPC client over HTTP/2

Entry points: `storage.EtcdStorage` and `access.EtcdAccess`.
"""
