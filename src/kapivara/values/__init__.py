"""The JSON value model: values, equality, absence, and bounds on their cost.

Steps
- `absent.py`: ABSENT, a missing value
- `cannot_error.py`: the exception for what kube-apiserver does and kapivara cannot do
- `json_value.py`: types of decoded JSON
- `copying.py`: copies values
- `equality.py`: equality of values
- `sizes.py`: memory that values take
- `stack.py`: nesting limit and stack space
- `record.py`: frozen records
- `record_constructors.py`: constructors of records
- `nested_text.py`: prints nested values without recursion
- `lazy_pattern.py`: patterns that compile when first used
- `printable.py`: characters that Go considers printable
- `rendering.py`: prints values as Go does
- `quantity.py`: Kubernetes quantities
- `caches.py`: caches with bounds
- `deadline.py`: the deadline of a request
- `request_budget.py`: limits on the work of a request
- `histogram.py`: histograms for metrics
- `optional_packages.py`: optional packages and the extras that install them
"""

from kapivara.values.absent import ABSENT, Absent
from kapivara.values.copying import copy_json
from kapivara.values.equality import deep_equal
from kapivara.values.json_value import JsonObject, JsonValue

__all__ = ["ABSENT", "Absent", "JsonObject", "JsonValue", "copy_json", "deep_equal"]
