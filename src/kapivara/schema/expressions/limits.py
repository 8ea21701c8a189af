"""The server's limits on rules: what they may cost, and what data may measure.

Upstream: apiserver/pkg/apis/cel/config.go, apiserver/pkg/cel/limits.go,
apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (1.37).
"""

from __future__ import annotations

from typing import Final

RULE_COST_LIMIT: Final = 10_000_000
"""The largest estimated cost of one rule, all places where it runs taken together."""

SCHEMA_COST_LIMIT: Final = 100_000_000
"""The largest estimated cost of all rules of one schema."""

CALL_COST_LIMIT: Final = 1_000_000
"""What one evaluation of a rule may cost."""

ATTEMPT_COST: Final = CALL_COST_LIMIT // 8
"""What an attempt to pass rules may cost that is counted: what costs more is evaluated at once, which tells."""

OBJECT_COST_BUDGET: Final = 10_000_000
"""What all rules may cost together on one object."""

MAX_MESSAGE_BYTES: Final = 5 * 1024
"""The longest message that an expression may make."""

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
"""The longest name of an object, as rules at the root of a resource know it."""
