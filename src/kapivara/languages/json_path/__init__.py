"""JSONPath as the server evaluates it for printer columns: `parsing` parses it, `finding` evaluates it."""
