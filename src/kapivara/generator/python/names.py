"""Names for annotations in files of types: numbers of a fixed width, and common types of Kubernetes.

For type checkers and at run time they are plain JSON values: `replicas: int32 = 3` needs no conversion. Numbers are
recognized by name, wherever they are imported from, so that a project may declare its own. The types of Kubernetes have
their fields, rules and equality; they must be imported from here.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

int8: TypeAlias = Annotated[int, "int8"]
int16: TypeAlias = Annotated[int, "int16"]
int32: TypeAlias = Annotated[int, "int32"]
int64: TypeAlias = Annotated[int, "int64"]
uint: TypeAlias = Annotated[int, "uint"]
uint8: TypeAlias = Annotated[int, "uint8"]
uint16: TypeAlias = Annotated[int, "uint16"]
uint32: TypeAlias = Annotated[int, "uint32"]
uint64: TypeAlias = Annotated[int, "uint64"]
float32: TypeAlias = Annotated[float, "float32"]
float64: TypeAlias = Annotated[float, "float64"]

Time: TypeAlias = Annotated[str, "metav1.Time"]
MicroTime: TypeAlias = Annotated[str, "metav1.MicroTime"]
Duration: TypeAlias = Annotated[str, "metav1.Duration"]
Quantity: TypeAlias = Annotated[str, "resource.Quantity"]
IntOrString: TypeAlias = Annotated[int | str, "intstr.IntOrString"]
RawExtension: TypeAlias = Annotated[dict[str, Any], "runtime.RawExtension"]
ListMeta: TypeAlias = Annotated[dict[str, Any], "metav1.ListMeta"]
ObjectMeta: TypeAlias = Annotated[dict[str, Any], "metav1.ObjectMeta"]
OwnerReference: TypeAlias = Annotated[dict[str, Any], "metav1.OwnerReference"]
LabelSelector: TypeAlias = Annotated[dict[str, Any], "metav1.LabelSelector"]
Condition: TypeAlias = Annotated[dict[str, Any], "metav1.Condition"]
