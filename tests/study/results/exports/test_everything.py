import csv
import json
from dataclasses import replace
from pathlib import Path

from sortrank_gui import __version__
from sortrank_gui.study.file.events import EventKind, make_event
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports import answers, ranking
from sortrank_gui.study.results.exports.everything import EXPORT
from sortrank_gui.study.results.selection import Selection
from tests.diary import BEGIN


def test_json_has_everything(fruit: Everything, tmp_path: Path) -> None:
    """All of the study but the pictures' bytes; answers and ranking as their tables have them."""
    items = (*fruit.content.items[:2], Item("plum", text="ripe", digest="ab12"))
    study = replace(fruit, content=replace(fruit.content, items=items))
    path = tmp_path / "e.json"
    assert EXPORT.write(Order(path, study)) == 8
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content.pop("sortrank") == __version__
    assert content.pop("study") == "u-1"
    assert content.pop("created_at") == "2026-03-01T10:00:00.000Z"
    design = content.pop("design")
    assert (design["title"], design["prompt"], design["stop"]["budget"]) == ("Fruit", "Which?", 200)
    assert content.pop("items") == [
        {"name": name, "text": text, "image_sha256": digest, "tags": [], "variants": []}
        for name, text, digest in (("fig", "", None), ("pear", "", None), ("plum", "ripe", "ab12"))
    ]
    assert content.pop("truth") == [0.0, 1.0, 2.0]
    assert content.pop("incidents") == [
        {"at": "2026-03-01T11:00:00.000Z", "sentence": "Its newest answers may be missing."}
    ]
    assert content.pop("notes") == [
        {
            "participant": "anna@example",
            "session": 1,
            "at": "2026-03-01T10:00:07.000Z",
            "kind": "note",
            "text": "anna@example was late",
        }
    ]
    nothing = {"participants": None, "sessions": None, "since": None, "until": None}
    nothing |= {"question": None, "conditions": None}
    default = {"words": "all", "robots": False, "excluded": False}
    assert content.pop("selection") == {"kinds": ["regular"], **nothing, **default}
    assert content.pop("events") == content.pop("plans") == content.pop("questionnaires") == []
    columns = content.pop("columns")
    for export in (answers, ranking):
        target = tmp_path / "t.csv"
        export.EXPORT.write(Order(target, study))
        with target.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        found = content.pop(export.EXPORT.name)
        assert [{k: "" if v is None else str(v) for k, v in row.items()} for row in found] == rows
        assert columns[export.EXPORT.name] == export.COLUMNS
    assert content == {}


def test_numbers_stay_numbers(fruit: Everything, tmp_path: Path) -> None:
    """A program need not parse texts."""
    EXPORT.write(Order(tmp_path / "e.json", fruit))
    first = json.loads((tmp_path / "e.json").read_text(encoding="utf-8"))["answers"][0]
    assert (first["response_ms"], first["session"], first["winner"]) == (1500.0, 1, "fig")


def test_selection_can_be_read_by_a_program(fruit: Everything, tmp_path: Path) -> None:
    """Times as in the file, codes as a list."""
    chosen = Selection(frozenset({"P2", "P1"}), frozenset({1}), since=BEGIN, robots=True)
    EXPORT.write(Order(tmp_path / "e.json", fruit, chosen))
    content = json.loads((tmp_path / "e.json").read_text(encoding="utf-8"))
    words = content["selection"].pop("words")
    assert words == "participants P1, P2; sessions 1; robots only; from 2026-03-01 10:00 (UTC)"
    assert content["selection"] == {
        "sessions": [1],
        "excluded": False,
        "participants": ["P1", "P2"],
        "kinds": ["regular"],
        "since": "2026-03-01T10:00:00.000Z",
        "until": None,
        "robots": True,
        "question": None,
        "conditions": None,
    }
    assert content["notes"] == []  # it was written about a session that is not selected


def test_codes_are_replaced_in_notes(fruit: Everything, tmp_path: Path) -> None:
    """The words around a code stay."""
    design = replace(fruit.content.design, codes=("anna@example", "P2"))
    fruit.content = replace(fruit.content, design=design)
    told = (
        (EventKind.EXCLUDE, {"participant": "annna", "reason": "anna@example slept"}),
        (EventKind.RENAME, {"old": "annna", "new": "anna@example"}),
    )
    for seq, (kind, facts) in enumerate(told, start=1):
        fruit.events.append(make_event(b"", seq, "2026-03-02", kind, None, facts))
    EXPORT.write(Order(tmp_path / "e.json", fruit, Selection(excluded=True), anonymous=True))
    text = (tmp_path / "e.json").read_text(encoding="utf-8")
    content = json.loads(text)
    assert "anna@example" not in text
    assert "annna" not in text
    assert content["notes"][0]["text"] == "P001 was late"
    assert content["answers"][0]["excluded"] == "P001 slept"


def test_events_of_the_selected_are_told(fruit: Everything, tmp_path: Path) -> None:
    """Consent with its session, exclusions with whom they are about; not those of others."""
    told = (
        (EventKind.CONSENT, 1, {"language": "de", "text": "0a"}),
        (EventKind.EXCLUDE, None, {"participant": "P2", "reason": "slept"}),
        (EventKind.WITHDRAW, None, {}),
    )
    for seq, (kind, session, facts) in enumerate(told, start=1):
        fruit.events.append(make_event(b"", seq, "2026-03-02", kind, session, facts))
    found = []
    for selection in (Selection(), Selection(participants=frozenset({"P2"}))):
        EXPORT.write(Order(tmp_path / "e.json", fruit, selection))
        content = json.loads((tmp_path / "e.json").read_text(encoding="utf-8"))
        found.append([(e["kind"], e["participant"], e["session"]) for e in content["events"]])
    everything = [("consent", "anna@example", 1), ("exclude", "P2", None), ("withdraw", None, None)]
    assert found == [everything, everything[1:2]]


def test_pin_stays_in_the_lab(fruit: Everything, tmp_path: Path) -> None:
    """Whoever gets the data can't leave the participant window with it."""
    design = replace(fruit.content.design, pin="8642")
    study = replace(fruit, content=replace(fruit.content, design=design))
    path = tmp_path / "e.json"
    EXPORT.write(Order(path, study))
    assert "8642" not in path.read_text(encoding="utf-8")
