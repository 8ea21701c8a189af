"""HTTP in, HTTP out; no rule of validation lives here."""
