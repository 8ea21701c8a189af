"""The server's descriptions of this group's Table columns, word for word, since Tables are compared in full."""

from __future__ import annotations

TAINT_KEY = "The taint key to be applied to a device. Must be a label name."
TAINT_VALUE = "The taint value corresponding to the taint key. Must be a label value."
TAINT_EFFECT = (
    "The effect of the taint on claims that do not tolerate the taint and through such claims on the pods using "
    "them.\n\nValid effects are None, NoSchedule and NoExecute. PreferNoSchedule as used for nodes is not valid "
    "here. More effects may get added in the future. Consumers must treat unknown effects like None."
)
TAINT_TIME = (
    "TimeAdded represents the time at which the taint was added or (only in a DeviceTaintRule) the effect was "
    "modified. Added automatically during create or update if not set.\n\nIn addition, in a DeviceTaintRule a value "
    "provided during an update gets replaced with the current time if the provided value is the same as the old one "
    "and the new effect is different. Changing the key and/or value while keeping the effect unchanged is possible "
    "and does not update the time stamp because the eviction which uses it is either already started (NoExecute) or "
    "not started yet (NoEffect, NoSchedule)."
)
NODE = (
    "NodeName identifies the node which provides the resources in this pool. A field selector can be used to list "
    "only ResourceSlice objects belonging to a certain node.\n\nThis field can be used to limit access from nodes to "
    "ResourceSlices with the same node name. It also indicates to autoscalers that adding new nodes of the same type "
    "as some old node might also make new resources available.\n\nExactly one of NodeName, NodeSelector, AllNodes, "
    "and PerDeviceNodeSelection must be set. This field is immutable."
)
DRIVER = (
    "Driver identifies the DRA driver providing the capacity information. A field selector can be used to list only "
    "ResourceSlice objects with a certain driver name.\n\nMust be a DNS subdomain and should end with a DNS domain "
    "owned by the vendor of the driver. It should use only lower case characters. This field is immutable."
)
POOL = (
    "Name is used to identify the pool. For node-local devices, this is often the node name, but this is not "
    "required. A field selector can be used to list only ResourceSlice objects belonging to a certain pool.\n\nIt "
    "must not be longer than 253 characters and must consist of one or more DNS sub-domains separated by slashes. "
    "This field is immutable."
)
