"""Decodes JSON values by the shape of their Go type.

Shapes come from the generated tables beside each types.go.

Steps
- `described.py`: makes shapes from generated tables when they are first used
- `internal_shapes.py`: shapes of internal types
- `time_text.py`: reads and prints times
- `raw_json.py`: values that Go keeps as JSON bytes
- `field_steps.py`: steps of field paths in FieldsV1, and their order
- `meta_json.py`: shapes of Time and FieldsV1
- `reader.py`: the full pass over one value, with every error
- `repeated.py`: reads duplicate fields and the spelling of numbers again
- `quick_printing.py`: generates the functions of `quick_reader`
- `quick_reader.py`: normalizes ordinary values in place
- `go_order.py`: orders fields as Go prints them
- `decoding.py`: decodes a value: normal form, unknown fields, errors

Entry point: `decoding.decode_typed`, `described.described`.
"""
