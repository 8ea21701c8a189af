"""Declares the options that several commands share, and reads their values.

Options of a single command are in the folder of that command.

- `server.py`: the Kubernetes version, feature gates, webhook services, timeouts; output forms and files
- `etcd.py`: how to reach etcd, for `serve` and `storage`
- `type_sources.py`: the options that name the sources of API types, and the packages that they name
- `value_readers.py`: reads integers, paths, files, folders and names of lint rules

Entry points: the functions that return an `Option`, such as `server.kubernetes_version_option`.
"""
