"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "EndpointSlice": """\
+TypeMeta - null
+ObjectMeta metadata null
AddressType addressType ""
Endpoints endpoints []{discovery.Endpoint}
Ports ports []{discovery.EndpointPort}
""",
    "Endpoint": """\
Addresses addresses null
Conditions conditions {discovery.EndpointConditions}
Hostname hostname null
TargetRef targetRef *{core.ObjectReference}
DeprecatedTopology deprecatedTopology null
NodeName nodeName null
Zone zone null
Hints hints *{discovery.EndpointHints}
""",
    "EndpointConditions": """\
Ready ready null
Serving serving null
Terminating terminating null
""",
    "EndpointHints": """\
ForZones forZones []{discovery.ForZone}
ForNodes forNodes []{discovery.ForNode}
""",
    "ForZone": """\
Name name ""
""",
    "ForNode": """\
Name name ""
""",
    "EndpointPort": """\
Name name null
Protocol protocol null
Port port null
AppProtocol appProtocol null
""",
    "EndpointSliceList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{discovery.EndpointSlice}
""",
}
