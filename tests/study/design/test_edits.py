"""Edits as functions."""

from sortrank_gui.study.design import edits
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.items.importing import Imported
from sortrank_gui.study.items.items import Item

CONTENT = Content(
    Design(title="t", prompt="p", catch_pairs=(("a", "d"), ("b", "c"))),
    tuple(Item(name) for name in "abcd"),
    (4.0, 3.0, 2.0, 1.0),
)


def names(content: Content) -> str:
    """Return the items' names in a word."""
    return "".join(item.name for item in content.items)


def test_change_setting_reaches_inner_settings() -> None:
    """A dotted name changes a field of a field, and nothing else."""
    changed = edits.change_setting(CONTENT, "stop.budget", 7)
    assert edits.get_setting(changed.design, "stop.budget") == 7
    assert changed.design.prompt == "p"
    assert changed.items == CONTENT.items


def test_removing_takes_truth_and_pairs_along() -> None:
    """Scores of the others stay with them; pairs that named a removed item go."""
    changed = edits.remove_items(CONTENT, [0, 2])
    assert names(changed) == "bd"
    assert changed.truth == (3.0, 1.0)
    assert changed.design.catch_pairs == ()


def test_removing_all_forgets_the_truth() -> None:
    """No items, no truth."""
    assert edits.remove_items(CONTENT, range(4)).truth is None


def test_moving_keeps_scores_with_their_items() -> None:
    """Items are put before the target, in their order."""
    changed = edits.move_items(CONTENT, [3, 0], 2)
    assert names(changed) == "badc"
    assert changed.truth == (3.0, 4.0, 1.0, 2.0)
    assert names(edits.move_items(CONTENT, [0], 4)) == "bcda"


def test_renaming_renames_pairs() -> None:
    """Catch pairs follow the item's name."""
    changed = edits.rename_item(CONTENT, 0, "z")
    assert names(changed) == "zbcd"
    assert changed.design.catch_pairs == (("z", "d"), ("b", "c"))


def test_adding_finds_free_names() -> None:
    """A name that is taken gets a number, also among the new ones."""
    changed = edits.add_items(CONTENT, Imported((Item("a"), Item("e"), Item("e"))))
    assert [item.name for item in changed.items[4:]] == ["a (2)", "e", "e (2)"]


def test_adding_keeps_a_truth_that_is_known_for_all() -> None:
    """Scores are joined if both sides have them; else the truth goes."""
    new = (Item("x"), Item("y"))
    assert edits.add_items(CONTENT, Imported(new)).truth is None
    joined = edits.add_items(CONTENT, Imported(new, (9.0, 8.0)))
    assert joined.truth == (4.0, 3.0, 2.0, 1.0, 9.0, 8.0)
    empty = Content(CONTENT.design, ())
    assert edits.add_items(empty, Imported(new, (9.0, 8.0))).truth == (9.0, 8.0)
    unknown = Content(CONTENT.design, CONTENT.items)
    assert edits.add_items(unknown, Imported(new, (9.0, 8.0))).truth is None


def test_contents_are_compared_but_for_pictures() -> None:
    """Where a picture lies does not matter, whether there is one does."""
    stored = Content(CONTENT.design, (Item("a", digest="00"),))
    assert edits.same_but_for_pictures(Content(CONTENT.design, (Item("a", digest="1"),)), stored)
    assert not edits.same_but_for_pictures(Content(CONTENT.design, (Item("a"),)), stored)


def test_budget_fits_the_number_of_items() -> None:
    """Four items do not need 200 answers; many items ask no more of a person than that."""
    assert [edits.suggest_budget(n) for n in (0, 2, 4, 12, 2_000)] == [200, 10, 20, 140, 200]


def test_budget_follows_the_items_until_somebody_sets_it() -> None:
    """New items bring another suggestion; a number that a researcher chose stays."""
    empty = Content(Design(title="t", prompt="p"), ())
    four = edits.add_items(empty, Imported(CONTENT.items))
    assert four.design.stop.budget == 20
    assert edits.remove_items(four, [0, 1]).design.stop.budget == 10
    own = edits.change_setting(four, "stop.budget", 50)
    assert edits.remove_items(own, [0]).design.stop.budget == 50
    timed = edits.change_setting(four, "stop.minutes", 10.0)
    assert edits.remove_items(timed, [0]).design.stop.budget == 20


def test_text_of_an_item_can_be_changed() -> None:
    """Its name and its picture stay."""
    changed = edits.change_text(CONTENT, 1, "long words")
    assert changed.items[1] == Item("b", text="long words")
    assert changed.items[0] is CONTENT.items[0]


def test_twins_have_picture_and_text_in_common() -> None:
    """A picture under two names is found; with two captions it is two items."""
    items = [
        Item("a", digest="1"),
        Item("b", digest="2"),
        Item("c", digest="1"),
        Item("d", digest="2", text="with words"),
        Item("e"),
        Item("f"),
    ]
    assert edits.find_twins(items) == [[0, 2]]


def test_wording_is_kept_in_its_language() -> None:
    """The first language's texts are the design's; the others' are translations, as are words."""
    content = edits.add_language(CONTENT, "de")
    for language, key, text in (
        ("en", "welcome", "Hello"),
        ("de", "welcome", "Hallo"),
        ("de", "prompt", "Was?"),
        ("de", "go_on", "Los"),
        ("en", "agree", "Yes"),
    ):
        content = edits.change_wording(content, language, key, text)
    design = content.design
    assert (design.languages, design.texts.welcome) == (("en", "de"), "Hello")
    assert design.texts.words == (("agree", "Yes"),)
    (german,) = design.translations
    assert (german.prompt, german.texts.welcome) == ("Was?", "Hallo")
    assert german.texts.words == (("go_on", "Los"),)
    assert edits.change_wording(content, "en", "agree", " ").design.texts.words == ()
    assert edits.remove_language(content, "de").design.translations == ()
    assert edits.remove_language(content, "en").design.languages == ("en", "de")


def test_one_choice_sets_all_words() -> None:
    """Another first language brings its labels; an own text stays."""
    own = edits.change_setting(CONTENT, "texts.thanks", "Ta!")
    design = edits.choose_language(own, "de").design
    assert (design.languages, design.texts.left, design.texts.thanks) == (("de",), "Links", "Ta!")
