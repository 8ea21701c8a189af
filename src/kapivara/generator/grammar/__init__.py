"""Reads tags and markers from comments.

Handlers of tags are in `tags`, markers of CRDs in `crd.markers`.

Steps
- `go_literals.py`: values of Go literals
- `tag.py`: a parsed tag
- `tag_numbers.py`: integers in tags
- `tag_parts.py`: names, arguments and values of a tag
- `tag_reading.py`: finds and parses the tags in a comment
- `marker_lines.py`: joins the lines of a long marker
- `override_marker.py`: the marker `+override`
- `rule_marker.py`: the marker `+validationRule`
- `validation_values.py`: values of these keywords
- `validation_markers.py`: the markers `+k8s:validation:…`; types that `+k8s:validation:` keywords apply to
- `marker_tokens.py`: tokens as Go's scanner splits them
- `marker_arguments.py`: arguments by their declared types

Entry point: `tag_reading.py`, `marker_arguments.py`.
"""
