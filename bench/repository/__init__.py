"""A repository of manifests for validation: generated from templates, the same each time, with errors at known places.

`charts`, `kustomizations` and `operators` add the parts of such a repository; `mistakes` lists the errors in it;
`checking` checks that a report contains exactly these.
`python -m bench.repository FOLDER` writes it to a folder.
"""
