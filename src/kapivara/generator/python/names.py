"""Names for numbers of a certain width, for annotations in files of types; Python itself has but `int` and `float`.

To a type checker and at run time they are plain numbers: `replicas: int32 = 3` needs no conversion. The front end
goes by the names alone, wherever they are imported from, so a project may as well declare its own.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

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
