"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "Rule": """\
APIGroups apiGroups null
APIVersions apiVersions null
Resources resources null
Scope scope null
""",
    "ValidatingAdmissionPolicy": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {admissionregistration.ValidatingAdmissionPolicySpec}
Status status {admissionregistration.ValidatingAdmissionPolicyStatus}
""",
    "ValidatingAdmissionPolicyStatus": """\
ObservedGeneration observedGeneration 0
TypeChecking typeChecking *{admissionregistration.TypeChecking}
Conditions conditions null
""",
    "TypeChecking": """\
ExpressionWarnings expressionWarnings []{admissionregistration.ExpressionWarning}
""",
    "ExpressionWarning": """\
FieldRef fieldRef ""
Warning warning ""
""",
    "ValidatingAdmissionPolicyList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{admissionregistration.ValidatingAdmissionPolicy}
""",
    "ValidatingAdmissionPolicySpec": """\
ParamKind paramKind *{admissionregistration.ParamKind}
MatchConstraints matchConstraints *{admissionregistration.MatchResources}
Validations validations []{admissionregistration.Validation}
FailurePolicy failurePolicy null
AuditAnnotations auditAnnotations []{admissionregistration.AuditAnnotation}
MatchConditions matchConditions []{admissionregistration.MatchCondition}
Variables variables []{admissionregistration.Variable}
""",
    "ParamKind": """\
APIVersion apiVersion ""
Kind kind ""
""",
    "Validation": """\
Expression expression ""
Message message ""
Reason reason null
MessageExpression messageExpression ""
""",
    "Variable": """\
Name name ""
Expression expression ""
""",
    "AuditAnnotation": """\
Key key ""
ValueExpression valueExpression ""
""",
    "ValidatingAdmissionPolicyBinding": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {admissionregistration.ValidatingAdmissionPolicyBindingSpec}
""",
    "ValidatingAdmissionPolicyBindingList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{admissionregistration.ValidatingAdmissionPolicyBinding}
""",
    "ValidatingAdmissionPolicyBindingSpec": """\
PolicyName policyName ""
ParamRef paramRef *{admissionregistration.ParamRef}
MatchResources matchResources *{admissionregistration.MatchResources}
ValidationActions validationActions null
""",
    "ParamRef": """\
Name name ""
Namespace namespace ""
Selector selector null
ParameterNotFoundAction parameterNotFoundAction null
""",
    "MatchResources": """\
NamespaceSelector namespaceSelector null
ObjectSelector objectSelector null
ResourceRules resourceRules []{admissionregistration.NamedRuleWithOperations}
ExcludeResourceRules excludeResourceRules []{admissionregistration.NamedRuleWithOperations}
MatchPolicy matchPolicy null
""",
    "NamedRuleWithOperations": """\
ResourceNames resourceNames null
RuleWithOperations ruleWithOperations {admissionregistration.RuleWithOperations}
""",
    "ValidatingWebhookConfiguration": """\
+TypeMeta - null
+ObjectMeta metadata null
Webhooks webhooks []{admissionregistration.ValidatingWebhook}
""",
    "ValidatingWebhookConfigurationList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{admissionregistration.ValidatingWebhookConfiguration}
""",
    "MutatingWebhookConfiguration": """\
+TypeMeta - null
+ObjectMeta metadata null
Webhooks webhooks []{admissionregistration.MutatingWebhook}
""",
    "MutatingWebhookConfigurationList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{admissionregistration.MutatingWebhookConfiguration}
""",
    "ValidatingWebhook": """\
Name name ""
ClientConfig clientConfig {admissionregistration.WebhookClientConfig}
Rules rules []{admissionregistration.RuleWithOperations}
FailurePolicy failurePolicy null
MatchPolicy matchPolicy null
NamespaceSelector namespaceSelector null
ObjectSelector objectSelector null
SideEffects sideEffects null
TimeoutSeconds timeoutSeconds null
AdmissionReviewVersions admissionReviewVersions null
MatchConditions matchConditions []{admissionregistration.MatchCondition}
""",
    "MutatingWebhook": """\
Name name ""
ClientConfig clientConfig {admissionregistration.WebhookClientConfig}
Rules rules []{admissionregistration.RuleWithOperations}
FailurePolicy failurePolicy null
MatchPolicy matchPolicy null
NamespaceSelector namespaceSelector null
ObjectSelector objectSelector null
SideEffects sideEffects null
TimeoutSeconds timeoutSeconds null
AdmissionReviewVersions admissionReviewVersions null
ReinvocationPolicy reinvocationPolicy null
MatchConditions matchConditions []{admissionregistration.MatchCondition}
""",
    "RuleWithOperations": """\
Operations operations null
+Rule - {admissionregistration.Rule}
""",
    "WebhookClientConfig": """\
URL url null
Service service *{admissionregistration.ServiceReference}
CABundle caBundle null
""",
    "ServiceReference": """\
Namespace namespace ""
Name name ""
Path path null
Port port 0
""",
    "MatchCondition": """\
Name name ""
Expression expression ""
""",
    "MutatingAdmissionPolicy": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {admissionregistration.MutatingAdmissionPolicySpec}
""",
    "MutatingAdmissionPolicyList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{admissionregistration.MutatingAdmissionPolicy}
""",
    "MutatingAdmissionPolicySpec": """\
ParamKind paramKind *{admissionregistration.ParamKind}
MatchConstraints matchConstraints *{admissionregistration.MatchResources}
Variables variables []{admissionregistration.Variable}
Mutations mutations []{admissionregistration.Mutation}
FailurePolicy failurePolicy null
MatchConditions matchConditions []{admissionregistration.MatchCondition}
ReinvocationPolicy reinvocationPolicy ""
""",
    "Mutation": """\
PatchType patchType ""
ApplyConfiguration applyConfiguration *{admissionregistration.ApplyConfiguration}
JSONPatch jsonPatch *{admissionregistration.JSONPatch}
""",
    "ApplyConfiguration": """\
Expression expression ""
""",
    "JSONPatch": """\
Expression expression ""
""",
    "MutatingAdmissionPolicyBinding": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {admissionregistration.MutatingAdmissionPolicyBindingSpec}
""",
    "MutatingAdmissionPolicyBindingList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{admissionregistration.MutatingAdmissionPolicyBinding}
""",
    "MutatingAdmissionPolicyBindingSpec": """\
PolicyName policyName ""
ParamRef paramRef *{admissionregistration.ParamRef}
MatchResources matchResources *{admissionregistration.MatchResources}
""",
}
