"""Stores recorded conversations with the real server, replays them, compares the responses and records new ones.

A scenario is a line of JSON:

    {"id": "values/formats/ipv4",
     "gates": {"Name": true},            feature gates that the server must run with
     "ignore": ["spec.clusterIP"],       paths that are not compared; * stands for every key or item
     "keepManagedFields": true,          compares metadata.managedFields, times aside
     "steps": [
       {"method": "POST", "path": "/apis/…", "headers": {…}, "body": {…} or "text",
        "ignoreBody": true,              compares only the code and the warnings
        "keepHeaders": ["Content-Type"], compares these headers too
        "expect": {"code": 201, "warnings": […], "body": {…}, "headers": {…}}},
       {"wait": "/apis/…", "must": true},  asks until this path answers 200; a recording ends where it must and does not
       {"settle": 1.5}                     seconds that the recorded server needed to notice; only recordings wait
     ]}

In paths and bodies `${2:metadata.uid}` means that value of the response to step 2, and `${repeat:3000:x}` so many x.
Scenarios are independent: each has names and API groups of its own.
"""
