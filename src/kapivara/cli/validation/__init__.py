"""Validates manifests: creates or updates each object as a dry run, and locates its errors in the file.

It prints no report; `reports/` does.

Steps:

- `dry_run.py`: creates the CRDs first, then sends each object to the registry
- `old_objects.py`: stores the old version of an object, so that the new one is validated as an update
- `results.py`: turns the outcome of a request into the result of an object;
  turns each warning into a finding with its location
- `status_findings.py`: turns each cause of a Status into a finding with its location
- `later_errors.py`: finds the errors that the server reports only after the first ones are corrected;
  finds values that do not fit the Go type, and the value that was meant
- `broken_rules.py`: evaluates the parts of a CEL rule that failed; locates the CEL rules of a CRD in its file

Entry point: `dry_run.Validation`.
"""
