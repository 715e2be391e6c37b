"""Tags and variants of items."""

from pathlib import Path

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.item_sets import (
    add_variants,
    change_tags,
    list_tags,
    list_variants,
    remove_variants,
)
from sortrank_gui.study.items.items import Item, Variant

PLAIN = Content(Design(), (Item("a"), Item("b", tags=("old",)), Item("c")))


def test_tags_of_several_items_change_at_once() -> None:
    """Each tag is there once, and what is removed goes from the chosen rows only."""
    content = change_tags(PLAIN, [0, 1], add=["new", "old"])
    assert [item.tags for item in content.items] == [("new", "old"), ("old", "new"), ()]
    assert list_tags(content.items) == ["new", "old"]
    content = change_tags(content, [1], remove=["old"])
    assert [item.tags for item in content.items] == [("new", "old"), ("new",), ()]


def test_a_set_of_pictures_is_added_replaced_and_removed() -> None:
    """Items without a picture in it stay as they are."""
    one, other = Path("one.png"), Path("other.png")
    content = add_variants(PLAIN, "blurred", {"a": one, "b": one})
    content = add_variants(content, "blurred", {"a": other})
    assert [item.variants for item in content.items] == [
        (Variant("blurred", other),),
        (Variant("blurred", one),),
        (),
    ]
    assert list_variants(content.items) == ["blurred"]
    assert remove_variants(content, "blurred") == PLAIN
