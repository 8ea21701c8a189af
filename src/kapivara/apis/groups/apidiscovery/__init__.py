"""Aggregated discovery documents, which list all served resources."""
