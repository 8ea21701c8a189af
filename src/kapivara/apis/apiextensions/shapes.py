"""The shape of a CustomResourceDefinition.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/v1/types.go (1.37).
"""

from kapivara.apis.apiextensions.schema_shapes import JSON_SCHEMA_PROPS
from kapivara.codec.meta_shapes import TIME, kind_shape
from kapivara.codec.shapes import (
    BOOL,
    BYTES,
    INT32,
    INT64,
    STRING,
    STRINGS,
    ListOf,
    Struct,
    always,
    optional,
    pointer,
)

NAMES = Struct(
    "v1.CustomResourceDefinitionNames",
    (
        always("plural", STRING),
        optional("singular", STRING),
        optional("shortNames", STRINGS),
        always("kind", STRING),
        optional("listKind", STRING),
        optional("categories", STRINGS),
    ),
)

SERVICE_REFERENCE = Struct(
    "v1.ServiceReference",
    (always("namespace", STRING), always("name", STRING), pointer("path", STRING), pointer("port", INT32)),
)

WEBHOOK_CLIENT_CONFIG = Struct(
    "v1.WebhookClientConfig",
    (pointer("url", STRING), pointer("service", SERVICE_REFERENCE), optional("caBundle", BYTES)),
)

CONVERSION = Struct(
    "v1.CustomResourceConversion",
    (
        always("strategy", STRING.named("v1.ConversionStrategyType")),
        pointer(
            "webhook",
            Struct(
                "v1.WebhookConversion",
                (pointer("clientConfig", WEBHOOK_CLIENT_CONFIG), always("conversionReviewVersions", STRINGS)),
            ),
        ),
    ),
)

SUBRESOURCES = Struct(
    "v1.CustomResourceSubresources",
    (
        pointer("status", Struct("v1.CustomResourceSubresourceStatus", ())),
        pointer(
            "scale",
            Struct(
                "v1.CustomResourceSubresourceScale",
                (
                    always("specReplicasPath", STRING),
                    always("statusReplicasPath", STRING),
                    pointer("labelSelectorPath", STRING),
                ),
            ),
        ),
    ),
)

COLUMN = Struct(
    "v1.CustomResourceColumnDefinition",
    (
        always("name", STRING),
        always("type", STRING),
        optional("format", STRING),
        optional("description", STRING),
        optional("priority", INT32),
        always("jsonPath", STRING),
    ),
)

VERSION = Struct(
    "v1.CustomResourceDefinitionVersion",
    (
        always("name", STRING),
        always("served", BOOL),
        always("storage", BOOL),
        optional("deprecated", BOOL),
        pointer("deprecationWarning", STRING),
        pointer("schema", Struct("v1.CustomResourceValidation", (pointer("openAPIV3Schema", JSON_SCHEMA_PROPS),))),
        pointer("subresources", SUBRESOURCES),
        optional("additionalPrinterColumns", ListOf(COLUMN)),
        optional("selectableFields", ListOf(Struct("v1.SelectableField", (always("jsonPath", STRING),)))),
    ),
)

SPEC = Struct(
    "v1.CustomResourceDefinitionSpec",
    (
        always("group", STRING),
        always("names", NAMES),
        always("scope", STRING.named("v1.ResourceScope")),
        always("versions", ListOf(VERSION)),
        pointer("conversion", CONVERSION),
        optional("preserveUnknownFields", BOOL),
    ),
)

CONDITION = Struct(
    "v1.CustomResourceDefinitionCondition",
    (
        always("type", STRING.named("v1.CustomResourceDefinitionConditionType")),
        always("status", STRING.named("v1.ConditionStatus")),
        always("lastTransitionTime", TIME),
        optional("reason", STRING),
        optional("message", STRING),
        optional("observedGeneration", INT64),
    ),
)

STATUS = Struct(
    "v1.CustomResourceDefinitionStatus",
    (
        always("conditions", ListOf(CONDITION)),
        always("acceptedNames", NAMES),
        always("storedVersions", STRINGS),
        optional("observedGeneration", INT64),
    ),
)

CUSTOM_RESOURCE_DEFINITION = kind_shape("v1.CustomResourceDefinition", always("spec", SPEC), optional("status", STATUS))
