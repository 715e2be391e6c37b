"""Details of answers come back as they were written."""

from dataclasses import fields

from sortrank_gui.study.file.details import Detail, Input, detail_from_json, detail_to_json


def test_every_part_of_a_detail_comes_back() -> None:
    """Whatever is added to it has to be read, too."""
    whole = Detail(
        Input.KEY, "Left", 1.5, 2.5, 3.5, (4, 5), (6, 7), 2, True, "sky", untimed=True, undated=True
    )
    plain = Detail()
    parts = [field.name for field in fields(Detail)]
    assert [name for name in parts if getattr(whole, name) == getattr(plain, name)] == []
    assert detail_from_json(detail_to_json(whole)) == whole
    assert detail_from_json(None) == plain
