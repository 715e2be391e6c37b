import json
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.errors import InputError, StudyFileError
from sortrank_gui.study.design.design import (
    AnswerKeys,
    Background,
    Design,
    Display,
    ExclusionRules,
    PictureSize,
    Resume,
    Texts,
    TextSize,
    Timing,
    Translation,
    design_from_json,
    design_to_json,
)
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.validation import check_code, problems, require_valid
from sortrank_gui.study.items.items import Item

GOOD = Design(title="Photos", prompt="Which is sharper?")
ITEMS = [Item("a"), Item("b"), Item("c")]

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
designs = st.builds(
    Design,
    title=texts,
    prompt=texts,
    shared=st.booleans(),
    practice=st.integers(0, 10),
    catch_share=st.floats(0, 0.5),
    catch_pairs=st.lists(st.tuples(texts, texts), max_size=3).map(tuple),
    resume=st.sampled_from(Resume),
    background=st.sampled_from(Background),
    stop=st.builds(
        StopRules,
        budget=st.none() | st.integers(1, 10**6),
        minutes=st.none() | st.floats(0.1, 1e6),
    ),
    texts=st.builds(Texts, welcome=texts, left=texts),
)


@given(designs)
def test_design_survives_json(design: Design) -> None:
    """Whatever the settings and in any language, they come back as they were."""
    assert design_from_json(design_to_json(design)) == design


def test_design_from_an_older_file_gets_the_defaults() -> None:
    """Fields that did not exist when a file was made have their default.

    Only probing pairs come to no study that began without them.
    """
    assert design_from_json('{"title": "T"}') == Design(title="T", probes=False)
    assert design_from_json('{"title": "T"}', probes=True) == Design(title="T")


def test_top_has_to_leave_others() -> None:
    """Of five items four can be the best; where nobody asks for them the number does not matter."""
    items = [Item(f"item {k}", text="t") for k in range(5)]
    for top, words in ((0, "At least one"), (5, "at most 4"), (4, ""), (None, "")):
        design = Design(title="T", prompt="P?", strategy="rounds-top", top=top)
        assert words in problems(design, items).get("top", "")
        assert bool(words) == ("top" in problems(design, items))
    assert "top" not in problems(Design(title="T", prompt="P?", top=9), items)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "nonsense",
        '{"title": 3}',
        '{"shared": 1}',
        '{"seed": true}',
        '{"resume": "maybe"}',
        '{"unheard_of": 1}',
        '{"stop": 3}',
        '{"stop": {"budget": "many"}}',
        '{"catch_pairs": [["a"]]}',
        '{"catch_pairs": "ab"}',
        "[" * 100_000,
    ],
)
def test_design_that_is_damaged_is_refused(text: str) -> None:
    """Wrong types and unknown fields raise a sentence, not a strange design."""
    with pytest.raises(StudyFileError):
        design_from_json(text)


@given(st.text(max_size=60) | st.recursive(st.none() | st.integers(), st.lists).map(json.dumps))
def test_design_reader_raises_nothing_else(text: str) -> None:
    """Any text gives a design or a StudyFileError."""
    with suppress(StudyFileError):
        design_from_json(text)


def test_good_design_has_no_problems() -> None:
    """The defaults are fine once there are a title, a prompt and two items."""
    assert problems(GOOD, ITEMS) == {}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"title": " "}, "title"),
        ({"prompt": ""}, "prompt"),
        ({"strategy": "bogosort"}, "strategy"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**31}, "seed"),
        ({"practice": -1}, "practice"),
        ({"min_response_ms": -5}, "min_response_ms"),
        ({"interval_ms": 10**9}, "interval_ms"),
        ({"break_every": -1}, "break_every"),
        ({"catch_share": 0.1}, "catch_pairs"),
        ({"catch_share": 0.7, "catch_pairs": (("a", "b"),)}, "catch_share"),
        ({"catch_share": float("nan")}, "catch_share"),
        ({"catch_share": 0.3, "repeat_share": 0.3, "catch_pairs": (("a", "b"),)}, "repeat_share"),
        ({"catch_pairs": (("a", "zebra"),)}, "catch_pairs"),
        ({"catch_pairs": (("a", "a"),)}, "catch_pairs"),
        ({"stop": StopRules(budget=None)}, "stop.budget"),
        ({"stop": StopRules(budget=0)}, "stop.budget"),
        ({"stop": StopRules(sorts=0)}, "stop.sorts"),
        ({"stop": StopRules(minutes=-1.0)}, "stop.minutes"),
        ({"stop": StopRules(displacement=float("inf"))}, "stop.displacement"),
        ({"texts": Texts(left="")}, "texts.left"),
        ({"texts": Texts(welcome="\ud800")}, "texts.welcome"),
        ({"texts": Texts(thanks="x" * 200_000)}, "texts.thanks"),
    ],
)
def test_problem_is_told_at_its_field(change: dict[str, object], field: str) -> None:
    """Each mistake has a sentence under the name of the field that it is about, and no other."""
    found = problems(replace(GOOD, **change), ITEMS)
    assert set(found) == {field}
    assert found[field].endswith(".")


@pytest.mark.parametrize(
    ("items", "word"),
    [
        ([Item("a")], "2 to"),
        ([Item("a"), Item("a")], "both named"),
        ([Item("a"), Item("  ")], "needs a name"),
        ([Item("a"), Item("b\nc")], "one line"),
        ([Item("a"), Item("x" * 201)], "200"),
        ([Item("a"), Item("b", text="\0")], "saved"),
    ],
)
def test_problem_of_items_names_the_item(items: list[Item], word: str) -> None:
    """Too few, doubled, nameless or endless items are told."""
    assert word in problems(GOOD, items)["items"]


@pytest.mark.parametrize("truth", [[1.0, 2.0], [1.0, 2.0, float("nan")]])
def test_problem_of_truth(truth: list[float]) -> None:
    """A ground truth needs a number for every item."""
    assert "truth" in problems(GOOD, ITEMS, truth)


def test_require_valid_raises_the_first_problem() -> None:
    """The sentence begins with the field."""
    with pytest.raises(InputError, match=r"^prompt: "):
        require_valid(replace(GOOD, prompt=""), ITEMS)


@pytest.mark.parametrize("code", ["", "  ", "x" * 65, "a\nb", "a\0"])
def test_code_that_cannot_be_one_is_refused(code: str) -> None:
    """Codes are short and on one line."""
    with pytest.raises(InputError):
        check_code(code)


def test_code_in_any_script_is_fine() -> None:
    """Codes may be in any language; blanks around them are dropped."""
    assert check_code(" مشارك ١ ") == "مشارك ١"


def test_every_field_of_the_texts_is_a_text() -> None:
    """The participant's texts are all strings, so that any of them can be translated."""
    texts = asdict(Texts())
    assert texts.pop("words") == ()
    assert all(isinstance(value, str) for value in texts.values())


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"languages": ()}, "languages"),
        ({"languages": ("de", "de")}, "languages"),
        ({"languages": ("in German",)}, "languages"),
        ({"translations": (Translation("fr", "?"),)}, "translations"),
        ({"languages": ("de", "fr"), "translations": (Translation("fr"),) * 2}, "translations"),
        ({"texts": Texts(words=(("wait", "x" * 1_000_000),))}, "texts.words"),
        ({"codes": ("A", "B", "A")}, "codes"),
        ({"codes": ("A", " B")}, "codes"),
        ({"codes": ("",)}, "codes"),
        ({"resume": Resume.AGAIN}, "resume"),
        ({"pin": "1\n2"}, "pin"),
        ({"display": Display(size=0)}, "display.size"),
        ({"display": Display(PictureSize.DEGREES, 200)}, "display.size"),
        ({"display": Display(gap=-1)}, "display.gap"),
        ({"display": Display(points=1)}, "display.points"),
        ({"timing": Timing(fixation_ms=-1)}, "timing.fixation_ms"),
        ({"timing": Timing(deadline_ms=200)}, "timing.deadline_ms"),
        ({"timing": Timing(answer_delay_ms=900, deadline_ms=800)}, "timing.deadline_ms"),
        ({"keys": AnswerKeys(left=())}, "keys.left"),
        ({"keys": AnswerKeys(left=("a",), right=("A",))}, "keys.right"),
        ({"keys": AnswerKeys(equal=()), "offer_equal": True}, "keys.equal"),
        ({"exclusion": ExclusionRules(failed_catch_share=1.0)}, "exclusion.failed_catch_share"),
        ({"exclusion": ExclusionRules(median_ms=0)}, "exclusion.median_ms"),
        ({"exclusion": ExclusionRules(infit=1.0)}, "exclusion.infit"),
    ],
)
def test_what_a_session_cannot_be_like_is_told(fields: dict[str, Any], name: str) -> None:
    """Languages, codes, sizes, times, keys and rules without sense are named by their field."""
    assert list(problems(replace(GOOD, **fields), ITEMS)) == [name]


def test_everything_about_a_session_survives_json() -> None:
    """Also what is nested: translations with their words, keys, rules."""
    design = replace(
        GOOD,
        languages=("de", "ar"),
        translations=(Translation("ar", "أيهما؟", Texts(words=(("wait", "انتظر"),))),),
        codes=("A1", "A2"),
        display=Display(PictureSize.DEGREES, 5.5, enlarge=False, gap=40, text=TextSize.SAME),
        timing=Timing(500, 250, 100, 50, 3000),
        keys=AnswerKeys(left=("A", "Z")),
        exclusion=ExclusionRules(0.2, 300.0, 1.5),
    )
    assert problems(design, ITEMS) == {}
    assert design_from_json(design_to_json(design)) == design


def test_keys_that_are_not_needed_may_be_none() -> None:
    """An answer that is not offered needs no key."""
    assert problems(replace(GOOD, keys=AnswerKeys(equal=(), neither=())), ITEMS) == {}
