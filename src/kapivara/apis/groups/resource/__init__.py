"""The group resource.k8s.io: devices, classes, claims and slices.

Folders
- `v1/`: the types of the group resource, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `column_texts.py`: descriptions of table columns, word for word as the server's
- `bounded_lists.py`: lists with a limit on length, and sets
- `device_names.py`: validates names of drivers, pools, devices and attributes
- `device_types.py`: CEL types of devices
- `capacity_rules.py`: validates capacity that several claims share
- `taint_rules.py`: validates taints, tolerations and binding conditions
- `class_rules.py`: validates DeviceClasses
- `device_class.py`: DeviceClass as a built-in kind
- `slice_rules.py`: validates ResourceSlices; validates one device of a slice; validates shared counters
- `resource_slice.py`: ResourceSlice as a built-in kind
- `admin_access.py`: restricts admin access to labelled namespaces
- `allocated_devices.py`: lists the devices of an allocation
- `claim_features.py`: claim fields of disabled features
- `claim_rules.py`: validates the spec of ResourceClaims; validates opaque configuration of drivers;
  compiles CEL selectors of devices
- `status_rights.py`: checks rights to parts of the status of ResourceClaims
- `claim_status_rules.py`: validates the status of ResourceClaims
- `resource_claim.py`: ResourceClaim as a built-in kind
- `resource_claim_template.py`: ResourceClaimTemplate as a built-in kind
- `device_taint_rule.py`: DeviceTaintRule as a built-in kind
"""
