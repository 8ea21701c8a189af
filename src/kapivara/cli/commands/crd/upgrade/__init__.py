"""`kapivara crd upgrade`: stores objects under the old CRDs, updates the CRDs, and reports what breaks.

Steps:

- `command.py`: reads both versions of the CRDs and the objects, runs the trial, prints the report
- `trial.py`: updates the CRDs in a registry and tries each object before and after;
  tries objects in their own version where a webhook would convert them
- `object_trial.py`: creates, updates and applies one object in one version, as dry runs;
  lists the fields that one version of an object has and another lacks
- `crd_changes.py`: locates the changes of a CRD, and counts the objects that each concerns;
  keeps the suggested CEL rules that the server accepts
- `report.py`: the results for each CRD and each stored object
- `change_summary.py`: summarizes a change in a few words
- `report_text.py`: renders the report for people; renders the changes of a CRD for people
- `report_json.py`: renders the report as JSON; renders the changes of a CRD as JSON;
  turns the report into a diagnosis

Entry point: `command.upgrade`.
"""
