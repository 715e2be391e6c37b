"""Tags and other pictures of items, by which blocks and conditions choose: found and edited."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
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


def match_pictures(
    items: Sequence[Item], found: Sequence[Item]
) -> tuple[dict[str, Path], list[str]]:
    """Return the pictures of a set by the names of items, and a sentence for what has no match."""
    names = {item.name.casefold(): item.name for item in items}
    pictures: dict[str, Path] = {}
    sentences = []
    for each in found:
        name = names.get(each.name.casefold())
        if name is None or each.image is None:
            sentences.append(f"“{each.name}” belongs to no item of this name")
        else:
            pictures[name] = each.image
    missing = (item.name for item in items if item.name not in pictures)
    return pictures, [*sentences, *(f"“{name}” has no picture in this set" for name in missing)]


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
    variants = (*_without(item, variant.name).variants, variant)
    return replace(item, variants=tuple(sorted(variants, key=attrgetter("name"))))


def _without(item: Item, name: str) -> Item:
    if all(each.name != name for each in item.variants):
        return item
    return replace(item, variants=tuple(each for each in item.variants if each.name != name))
