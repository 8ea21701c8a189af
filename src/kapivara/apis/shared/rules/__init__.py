"""Rules on fields that kinds of several groups have: names, labels, numbers, quantities, ports, changes.

Rules that tags can express are generated from types.go.

Steps
- `numbers.py`: numbers that must be positive, not negative, or in a range
- `choices.py`: fields that must not be empty or must be one of several values
- `changes.py`: immutable fields
- `names.py`: DNS labels, DNS names and qualified names within objects
- `domain_paths.py`: names prefixed by a domain, such as `acme.io/controller`
- `labels.py`: labels and LabelSelectors
- `node_selectors.py`: node selectors by labels and fields
- `conditions.py`: conditions of type `metav1.Condition`
- `int_or_percent.py`: IntOrString values as numbers or percentages
- `ports.py`: port numbers and names
- `quantities.py`: resource quantities that must be positive, not negative, or whole
- `resource_names.py`: names of native, extended and huge-page resources
- `addresses.py`: IP addresses in fields with legacy rules
- `cidrs.py`: CIDR blocks in new and in legacy fields
- `endpoint_addresses.py`: addresses of endpoints, without loopback and link-local ones
- `replica_counts.py`: the counters in the status of workloads
- `signer_names.py`: names of signers and of ClusterTrustBundles
- `annotated_lists.py`: lists of structs as JSON in annotations
- `json_diff.py`: unified diffs of two values, for errors about immutable fields
"""
