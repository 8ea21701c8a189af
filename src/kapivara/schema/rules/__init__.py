"""The value validations of structural schemas: one file per family of keywords.

The functions create `RuleCall`s for a node's plan; the functions `explain_…` create the server's errors.
"""
