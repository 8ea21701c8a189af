"""Durable versioned objects behind one contract."""
