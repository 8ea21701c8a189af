"""The lint rules, one module for each subject.

Steps
- `refused.py`: errors of the generator, as findings
- `presence.py`: presence tags
- `contradictions.py`: limits that exclude each other
- `defaults.py`: defaults; tries values on generated validators
- `legacy_tags.py`: older markers beside tags
- `no_effect.py`: tags without effect
- `reach.py`: tags that validation never reaches
- `stability.py`: stability levels
- `stray_tags.py`: tags at the wrong place
- `typedefs.py`: rules on inner typedefs
- `unknown_tags.py`: misspelt tags
- `upstream.py`: differences from validation-gen
- `versions.py`: differences between API versions
- `zero_values.py`: zero values of fields without pointer
"""
