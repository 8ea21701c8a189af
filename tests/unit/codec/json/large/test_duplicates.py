"""Tests of duplicate keys of a text in pieces; test_json_in_pieces.py compares it with a whole one."""

from kapivara.codec.json.large import duplicates as json_large_duplicates
from kapivara.codec.json.large.duplicates import paths_in_pieces


def test_only_pieces_that_give_a_key_twice_are_read_with_all_pairs(monkeypatch):
    read = []
    read_pairs = json_large_duplicates.read_pairs
    monkeypatch.setattr(json_large_duplicates, "read_pairs", lambda text: read.append(text) or read_pairs(text))
    items = ['{"a":[1]}'] * 1_000
    items[500] = '{"b":1,"b":2}'
    text = f'{{"l":[{",".join(items)}],"m":1,"l":2}}'.encode()
    assert list(paths_in_pieces(text, 100)) == ["l[500].b", "l"]
    assert len(read) == 1
    assert b'"b":2' in read[0]
