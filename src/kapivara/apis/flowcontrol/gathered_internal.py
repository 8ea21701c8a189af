"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "FlowSchema": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {flowcontrol.FlowSchemaSpec}
Status status {flowcontrol.FlowSchemaStatus}
""",
    "FlowSchemaList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{flowcontrol.FlowSchema}
""",
    "FlowSchemaSpec": """\
PriorityLevelConfiguration priorityLevelConfiguration {flowcontrol.PriorityLevelConfigurationReference}
MatchingPrecedence matchingPrecedence 0
DistinguisherMethod distinguisherMethod *{flowcontrol.FlowDistinguisherMethod}
Rules rules []{flowcontrol.PolicyRulesWithSubjects}
""",
    "FlowDistinguisherMethod": """\
Type type ""
""",
    "PriorityLevelConfigurationReference": """\
Name name ""
""",
    "PolicyRulesWithSubjects": """\
Subjects subjects []{flowcontrol.Subject}
ResourceRules resourceRules []{flowcontrol.ResourcePolicyRule}
NonResourceRules nonResourceRules []{flowcontrol.NonResourcePolicyRule}
""",
    "Subject": """\
Kind kind ""
User user *{flowcontrol.UserSubject}
Group group *{flowcontrol.GroupSubject}
ServiceAccount serviceAccount *{flowcontrol.ServiceAccountSubject}
""",
    "UserSubject": """\
Name name ""
""",
    "GroupSubject": """\
Name name ""
""",
    "ServiceAccountSubject": """\
Namespace namespace ""
Name name ""
""",
    "ResourcePolicyRule": """\
Verbs verbs null
APIGroups apiGroups null
Resources resources null
ClusterScope clusterScope false
Namespaces namespaces null
""",
    "NonResourcePolicyRule": """\
Verbs verbs null
NonResourceURLs nonResourceURLs null
""",
    "FlowSchemaStatus": """\
Conditions conditions []{flowcontrol.FlowSchemaCondition}
""",
    "FlowSchemaCondition": """\
Type type ""
Status status ""
LastTransitionTime lastTransitionTime null
Reason reason ""
Message message ""
""",
    "PriorityLevelConfiguration": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {flowcontrol.PriorityLevelConfigurationSpec}
Status status {flowcontrol.PriorityLevelConfigurationStatus}
""",
    "PriorityLevelConfigurationList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{flowcontrol.PriorityLevelConfiguration}
""",
    "PriorityLevelConfigurationSpec": """\
Type type ""
Limited limited *{flowcontrol.LimitedPriorityLevelConfiguration}
Exempt exempt *{flowcontrol.ExemptPriorityLevelConfiguration}
""",
    "LimitedPriorityLevelConfiguration": """\
NominalConcurrencyShares nominalConcurrencyShares 0
LimitResponse limitResponse {flowcontrol.LimitResponse}
LendablePercent lendablePercent null
BorrowingLimitPercent borrowingLimitPercent null
""",
    "ExemptPriorityLevelConfiguration": """\
NominalConcurrencyShares nominalConcurrencyShares null
LendablePercent lendablePercent null
""",
    "LimitResponse": """\
Type type ""
Queuing queuing *{flowcontrol.QueuingConfiguration}
""",
    "QueuingConfiguration": """\
Queues queues 0
HandSize handSize 0
QueueLengthLimit queueLengthLimit 0
""",
    "PriorityLevelConfigurationStatus": """\
Conditions conditions []{flowcontrol.PriorityLevelConfigurationCondition}
""",
    "PriorityLevelConfigurationCondition": """\
Type type ""
Status status ""
LastTransitionTime lastTransitionTime null
Reason reason ""
Message message ""
""",
}
