"""Pages have pictures of their own, which stay inside the design."""

from dataclasses import replace
from pathlib import Path

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design, Texts, design_from_json, design_to_json
from sortrank_gui.study.design.edits import change_wording
from sortrank_gui.study.design.freezing import find_frozen_change
from sortrank_gui.study.design.page_pictures import (
    MOST_BYTES,
    add_page_picture,
    list_page_pictures,
    mark_of,
)
from sortrank_gui.study.design.validation import problems
from sortrank_gui.study.design.wording import find_text, use_language
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item

KEYS = ("keys", b"\x89PNG and more")
TEXT = f"Press these: {mark_of('keys')}"
CONTENT = Content(
    Design(title="T", prompt="Which?", texts=Texts(instructions="Look.")), (Item("a"), Item("b"))
)


def test_picture_comes_with_its_mark() -> None:
    """It is found by the name that the text has, and is no item."""
    added = add_page_picture(CONTENT, "en", "instructions", TEXT, KEYS)
    assert find_text(added.design, "en", "instructions") == TEXT
    assert list_page_pictures(added.design) == {"keys": KEYS[1]}
    assert added.items == CONTENT.items
    assert not find_frozen_change(CONTENT, added)  # texts may be mended later


def test_picture_survives_the_file_and_another_language(tmp_path: Path) -> None:
    """The file keeps the design as JSON; a language that becomes the first takes pictures over."""
    added = add_page_picture(CONTENT, "en", "instructions", TEXT, KEYS)
    create_study(tmp_path / "s.sortrank", added.design, added.items)
    with open_study(tmp_path / "s.sortrank", read_only=True) as file:
        design = file.design
    assert list_page_pictures(design) == {"keys": KEYS[1]}
    assert list_page_pictures(use_language(design, "de")) == {"keys": KEYS[1]}
    both = replace(added, design=replace(design, languages=("en", "de")))
    both = change_wording(both, "de", "prompt", "Welches?")
    assert list_page_pictures(use_language(both.design, "de")) == {"keys": KEYS[1]}
    assert design_from_json(design_to_json(design)) == design


def test_names_are_free_and_what_no_page_names_goes() -> None:
    """An item's name and another picture's get a number; a mark that was deleted frees the room."""
    content = add_page_picture(CONTENT, "en", "instructions", TEXT, KEYS)
    content = add_page_picture(content, "en", "welcome", mark_of("keys"), ("keys", b"other"))
    assert find_text(content.design, "en", "welcome") == mark_of("keys 2")
    assert set(list_page_pictures(content.design)) == {"keys", "keys 2"}
    content = add_page_picture(content, "en", "instructions", mark_of("a"), ("a", b"third"))
    assert set(list_page_pictures(content.design)) == {"a 2", "keys 2"}


def test_large_and_damaged_pictures_are_no_pictures() -> None:
    """A picture that would make the design heavy is refused, and a broken word passed over."""
    with pytest.raises(InputError, match="1 MB at most"):
        add_page_picture(CONTENT, "en", "welcome", TEXT, ("keys", bytes(MOST_BYTES + 1)))
    full = CONTENT
    for k in range(10):
        text = "".join(mark_of(f"p{n}") for n in range(k + 1))
        full = add_page_picture(full, "en", "welcome", text, (f"p{k}", bytes([k]) * MOST_BYTES))
    assert problems(full.design, full.items, None) == {}
    with pytest.raises(InputError, match="10 MB together"):
        add_page_picture(full, "en", "thanks", TEXT, ("keys", b"one more"))
    broken = Design(texts=Texts(words=(("picture:keys", "not base64"),)))
    assert list_page_pictures(broken) == {}
