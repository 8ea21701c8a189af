"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "Lease": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {coordination.LeaseSpec}
""",
    "LeaseSpec": """\
HolderIdentity holderIdentity null
LeaseDurationSeconds leaseDurationSeconds null
AcquireTime acquireTime null
RenewTime renewTime null
LeaseTransitions leaseTransitions null
Strategy strategy null
PreferredHolder preferredHolder null
""",
    "LeaseList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{coordination.Lease}
""",
    "LeaseCandidate": """\
+TypeMeta - null
+ObjectMeta - null
Spec spec {coordination.LeaseCandidateSpec}
""",
    "LeaseCandidateSpec": """\
LeaseName leaseName ""
PingTime pingTime null
RenewTime renewTime null
BinaryVersion binaryVersion ""
EmulationVersion emulationVersion ""
Strategy strategy ""
""",
    "LeaseCandidateList": """\
+TypeMeta - null
+ListMeta - null
Items items []{coordination.LeaseCandidate}
""",
}
