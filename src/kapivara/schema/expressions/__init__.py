"""Rules of custom resources in the expression language: declared types, compilation with costs, evaluation."""
