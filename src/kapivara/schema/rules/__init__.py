"""The value validations of structural schemas: one file per family, each rule with its condition and its words.

A rule makes `RuleCall`s for a node's plan; the explaining functions at the side give the server's texts.
"""
