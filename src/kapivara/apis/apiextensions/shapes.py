"""The shape of a CustomResourceDefinition, as it is in v1 and as it was in v1beta1.

v1beta1 is no longer served, but bodies of it are still read, and refused for what is wrong with them before they are
refused for not being v1.
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/{v1,v1beta1}/types.go (1.37).
"""

from kapivara.apis.apiextensions.schema_shapes import JSON_SCHEMA_PROPS, SchemaShapes
from kapivara.codec.meta_shapes import TIME, kind_shape
from kapivara.codec.shapes import (
    BOOL,
    BYTES,
    INT32,
    INT64,
    STRING,
    STRINGS,
    Field,
    ListOf,
    Struct,
    always,
    kept,
    optional,
    pointer,
)


def _names(package: str) -> Struct:
    return Struct(
        f"{package}.CustomResourceDefinitionNames",
        (
            always("plural", STRING),
            optional("singular", STRING),
            optional("shortNames", STRINGS),
            always("kind", STRING),
            optional("listKind", STRING),
            optional("categories", STRINGS),
        ),
    )


def _client_config(package: str) -> Struct:
    service = Struct(
        f"{package}.ServiceReference",
        (always("namespace", STRING), always("name", STRING), pointer("path", STRING), pointer("port", INT32)),
    )
    return Struct(
        f"{package}.WebhookClientConfig",
        (pointer("url", STRING), pointer("service", service), optional("caBundle", BYTES)),
    )


def _conversion(package: str, *webhook: Field) -> Struct:
    strategy = always("strategy", STRING.named(f"{package}.ConversionStrategyType"))
    return Struct(f"{package}.CustomResourceConversion", (strategy, *webhook))


def _subresources(package: str) -> Struct:
    scale = Struct(
        f"{package}.CustomResourceSubresourceScale",
        (
            always("specReplicasPath", STRING),
            always("statusReplicasPath", STRING),
            pointer("labelSelectorPath", STRING),
        ),
    )
    status = Struct(f"{package}.CustomResourceSubresourceStatus", ())
    return Struct(f"{package}.CustomResourceSubresources", (pointer("status", status), pointer("scale", scale)))


def _shared(package: str, schema: Struct, *, json_path: str) -> tuple[Field, Field, Field, Field]:
    """Returns what versions have, and in v1beta1 the spec too: schema, subresources, columns, selectable fields."""
    column = Struct(
        f"{package}.CustomResourceColumnDefinition",
        (
            always("name", STRING),
            always("type", STRING),
            optional("format", STRING),
            optional("description", STRING),
            optional("priority", INT32),
            always(json_path, STRING),
        ),
    )
    selectable = Struct(f"{package}.SelectableField", (always("jsonPath", STRING),))
    return (
        pointer("schema", Struct(f"{package}.CustomResourceValidation", (pointer("openAPIV3Schema", schema),))),
        pointer("subresources", _subresources(package)),
        kept("additionalPrinterColumns", ListOf(column)),
        kept("selectableFields", ListOf(selectable)),
    )


def _version(package: str, shared: tuple[Field, ...]) -> Struct:
    return Struct(
        f"{package}.CustomResourceDefinitionVersion",
        (
            always("name", STRING),
            always("served", BOOL),
            always("storage", BOOL),
            optional("deprecated", BOOL),
            pointer("deprecationWarning", STRING),
            *shared,
        ),
    )


def _status(package: str) -> Struct:
    condition = Struct(
        f"{package}.CustomResourceDefinitionCondition",
        (
            always("type", STRING.named(f"{package}.CustomResourceDefinitionConditionType")),
            always("status", STRING.named(f"{package}.ConditionStatus")),
            always("lastTransitionTime", TIME),
            optional("reason", STRING),
            optional("message", STRING),
            optional("observedGeneration", INT64),
        ),
    )
    return Struct(
        f"{package}.CustomResourceDefinitionStatus",
        (
            always("conditions", ListOf(condition)),
            always("acceptedNames", _names(package)),
            always("storedVersions", STRINGS),
            optional("observedGeneration", INT64),
        ),
    )


def _definition(package: str, status: Struct, spec: tuple[Field, ...]) -> Struct:
    return kind_shape(
        f"{package}.CustomResourceDefinition",
        always("spec", Struct(f"{package}.CustomResourceDefinitionSpec", spec)),
        optional("status", status),
    )


def v1beta1_shape() -> Struct:
    """Returns the shape of a v1beta1 definition."""
    package = "v1beta1"
    shared = _shared(package, SchemaShapes(package).props, json_path="JSONPath")
    validation, *others = shared
    return _definition(
        package,
        _status(package),
        (
            always("group", STRING),
            optional("version", STRING),
            always("names", _names(package)),
            always("scope", STRING.named(f"{package}.ResourceScope")),
            pointer("validation", validation.shape),
            optional("versions", ListOf(_version(package, shared))),
            *others,
            pointer(
                "conversion",
                _conversion(
                    package,
                    pointer("webhookClientConfig", _client_config(package)),
                    optional("conversionReviewVersions", STRINGS),
                ),
            ),
            pointer("preserveUnknownFields", BOOL),
        ),
    )


STATUS = _status("v1")

_WEBHOOK = Struct(
    "v1.WebhookConversion",
    (pointer("clientConfig", _client_config("v1")), always("conversionReviewVersions", STRINGS)),
)

CUSTOM_RESOURCE_DEFINITION = _definition(
    "v1",
    STATUS,
    (
        always("group", STRING),
        always("names", _names("v1")),
        always("scope", STRING.named("v1.ResourceScope")),
        always("versions", ListOf(_version("v1", _shared("v1", JSON_SCHEMA_PROPS, json_path="jsonPath")))),
        pointer("conversion", _conversion("v1", pointer("webhook", _WEBHOOK))),
        optional("preserveUnknownFields", BOOL),
    ),
)
