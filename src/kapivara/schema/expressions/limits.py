"""The server's limits for rules: costs, and sizes of data.

Upstream: apiserver/pkg/apis/cel/config.go, apiserver/pkg/cel/limits.go,
apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (1.37).
"""

from __future__ import annotations

from typing import Final

RULE_COST_LIMIT: Final = 10_000_000
"""The maximum estimated cost of one rule, multiplied by its number of runs."""

SCHEMA_COST_LIMIT: Final = 100_000_000
"""The maximum estimated cost of all rules of one schema."""

CALL_COST_LIMIT: Final = 1_000_000
"""The maximum cost of one evaluation of a rule."""

ATTEMPT_COST: Final = CALL_COST_LIMIT // 8
"""The maximum counted cost of a fast attempt; more expensive rules are evaluated one by one."""

OBJECT_COST_BUDGET: Final = 10_000_000
"""The maximum cost of all rules together for one object."""

MAX_MESSAGE_BYTES: Final = 5 * 1024
"""The maximum length of a message from an expression."""

MAX_REQUEST_BYTES: Final = 3 * 1024 * 1024
MAX_DURATION_CHARS: Final = 32
MAX_DATE_TIME_CHARS: Final = 32
DATE_CHARS: Final = 12
MIN_DATE_TIME_CHARS: Final = 21
MIN_DURATION_CHARS: Final = 3
MIN_STRING_CHARS: Final = 2
MIN_BOOL_CHARS: Final = 4
MIN_NUMBER_CHARS: Final = 1

MAX_NAME_CHARS: Final = 253
"""The maximum length of an object's name in rules at the root of a resource."""
