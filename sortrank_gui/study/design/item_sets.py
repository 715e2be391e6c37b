"""Tags and other pictures of items, by which blocks and conditions choose: found and edited."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.items.items import Item, Variant


def list_tags(items: Iterable[Item]) -> list[str]:
    """Return all tags that items have, in the order of the alphabet."""
    found = {tag for tags in {item.tags for item in items} for tag in tags}
    return sorted(found, key=str.casefold)


def list_variants(items: Iterable[Item]) -> list[str]:
    """Return the names of all variants that items have, in their order."""
    names = dict.fromkeys(each.name for item in items for each in item.variants)
    return list(names)


def change_tags(
    content: Content, rows: Iterable[int], add: Sequence[str] = (), remove: Sequence[str] = ()
) -> Content:
    """Give items tags, and take tags from them."""
    items = list(content.items)
    for row in rows:
        kept = [tag for tag in items[row].tags if tag not in remove]
        items[row] = replace(items[row], tags=tuple(dict.fromkeys((*kept, *add))))
    return replace(content, items=tuple(items))


def add_variants(content: Content, name: str, pictures: Mapping[str, Path]) -> Content:
    """Give items another picture each, by their names, under the name of the set."""
    return replace(
        content,
        items=tuple(
            _with_variant(item, Variant(name, pictures[item.name]))
            if item.name in pictures
            else item
            for item in content.items
        ),
    )


def remove_variants(content: Content, name: str) -> Content:
    """Take a set of pictures away from all items."""
    return replace(content, items=tuple(_without(item, name) for item in content.items))


def _with_variant(item: Item, variant: Variant) -> Item:
    return replace(item, variants=(*_without(item, variant.name).variants, variant))


def _without(item: Item, name: str) -> Item:
    if all(each.name != name for each in item.variants):
        return item
    return replace(item, variants=tuple(each for each in item.variants if each.name != name))
