"""From API types to OpenAPI documents: `kapivara gen --openapi`."""
