"""Generates OpenAPI documents from API types: `kapivara gen --openapi`."""
