"""`kapivara crd upgrade`: stores objects under the old CRDs, updates the CRDs, and reports what breaks.

Steps:

- `command.py`: reads both versions of the CRDs and the objects, runs the trial, prints the report
- `trial.py`: updates the CRDs in a registry and tries each object before and after
- `object_trial.py`: creates, updates and applies one object in one version, as dry runs
- `unconverted_versions.py`: tries objects in their own version where a webhook would convert them
- `field_differences.py`: lists the fields that one version of an object has and another lacks
- `crd_changes.py`: locates the changes of a CRD, and counts the objects that each concerns
- `suggested_rules.py`: keeps the suggested CEL rules that the server accepts
- `report.py`: the results for each CRD and each stored object
- `change_summary.py`: summarizes a change in a few words
- `change_text.py`: renders the changes of a CRD for people
- `change_json.py`: renders the changes of a CRD as JSON
- `report_text.py`: renders the report for people
- `report_json.py`: renders the report as JSON
- `report_diagnosis.py`: turns the report into a diagnosis

Entry point: `command.upgrade`.
"""
