"""JSONPath as the server evaluates it for printer columns: `parsing` reads it, `finding` follows it."""
