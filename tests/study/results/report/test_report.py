import re
import sys
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from sortrank_gui.cli import main
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.events import EventKind, make_event
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.results.report import make_report
from sortrank_gui.study.results.report.quality import list_facts
from sortrank_gui.study.results.report.wording import seconds
from sortrank_gui.study.results.summary import Selection, summarise
from sortrank_gui.study.survey.survey import Survey
from tests.diary import Diary

Robots = Callable[..., Everything]
VOID = {"meta", "br", "hr", "col", "img"}
NAMES = [
    "<script>alert(1)</script>",
    "=cmd|' /C calc'!A0",
    'the "best" & <b>last</b>',
    "日本語の名前",
    "שלום עולם",
    "🙂 x",
    "very long " * 40,
    "control \x07 and \x1b",
]


class Page(HTMLParser):
    """What a browser would make of a page: elements, their texts, and what they refer to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.attributes: list[tuple[str, str, str]] = []
        self.rows: list[list[str]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.seen.append(tag)
        self.attributes += [(tag, key, value or "") for key, value in attrs]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        """Check that elements end in the order in which they began."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Collect the text."""
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data

    @property
    def words(self) -> str:
        """All text of the page."""
        return " ".join(part for parts in self.texts.values() for part in parts)


@pytest.fixture
def odd_names(robots: Robots) -> Everything:
    """Return a study whose items, title and prompt try to break a page."""
    study = robots(n_items=8, people=5, answers=40, coins=1, catch_share=0.1, repeat_share=0.1)
    design = replace(
        study.content.design, title="<img src=x onerror=1> & co", prompt='Which "one" <i>?'
    )
    study.content = replace(study.content, items=tuple(Item(name) for name in NAMES), design=design)
    return study


def test_page_is_whole_and_alone(odd_names: Everything) -> None:
    """Every element is closed; nothing refers to anything outside, nothing can run."""
    page = Page(make_report(odd_names, source=Path("a <b>.sortrank")))
    assert page.open == []
    assert not {"script", "link", "img", "iframe", "object", "embed", "a", "i"} & set(page.seen)
    for tag, key, value in page.attributes:
        assert not key.startswith("on"), (tag, key)
        assert key not in ("href", "src", "xlink:href", "srcset", "action", "style"), (tag, key)
        assert "url(" not in value
        assert "://" not in value or (key, value) == ("xmlns", "http://www.w3.org/2000/svg")
    css = "".join(page.texts["style"])
    assert "@import" not in css
    assert "url(" not in css
    policy = next(value for tag, key, value in page.attributes if value.startswith("default-src"))
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def test_all_names_are_there_as_text(odd_names: Everything) -> None:
    """Item names, title, prompt and file name are shown as they are, but for control characters."""
    page = Page(make_report(odd_names, source=Path("a <b>.sortrank")))
    shown = [" ".join(text.split()) for text in page.texts["bdi"]]
    for name in NAMES[:-1]:
        assert " ".join(name.split()) in shown
    assert "control � and �" in shown
    assert odd_names.content.design.title in shown
    assert "a <b>.sortrank" in shown
    assert 'Which "one" <i>?' in page.words


def test_table_has_the_numbers_of_the_summary(robots: Robots) -> None:
    """One row an item, best first, with scores, counts and what is clearly worse."""
    study = robots()
    summary = summarise(study)
    page = Page(make_report(study, source=Path("s"), summary=summary))
    start = next(k for k, row in enumerate(page.rows) if row[:2] == ["Rank", "Item"])
    heads, rows = page.rows[start], page.rows[start + 1 : start + 17]
    wins, below_at = heads.index("Wins"), heads.index("Clearly better than")
    assert heads[4:8] == ["95 % interval", "95 % by people", "Ranks (95 %)", "All together"]
    assert summary.groups is not None
    best, worst = (
        end[summary.ranking.item] + 1 for end in summary.ranking.uncertainty.joint_rank_bounds
    )
    for place, row in enumerate(rows):
        assert row[0] == str(place + 1)
        assert row[1].startswith(summary.names[summary.ranking.item[place]])
        assert float(row[2].replace("−", "-")) == round(float(summary.ranking.score[place]), 2)
        counts = summary.ranking.wins[place], summary.ranking.losses[place]
        assert row[wins : wins + 2] == list(map(str, counts))
        below = int(summary.groups.clearly_below[place])
        assert (row[below_at] == "–") == (below == 16)
        assert row[7].split(" to ")[0] == str(best[place])
        assert row[7].split(" to ")[-1] == str(worst[place])


def test_figures_and_tables_are_numbered(robots: Robots) -> None:
    """All five figures have a caption and words for those who do not see them."""
    page = Page(make_report(robots(), source=Path("s")))
    numbered = [text.strip() for text in page.texts["strong"] if text.startswith("Figure")]
    assert numbered == [f"Figure {k}." for k in range(1, 6)]
    assert page.seen.count("svg") == 5
    assert len([text for text in page.texts["title"] if text]) >= 6


def test_flags_are_told_in_sentences(robots: Robots) -> None:
    """Who flips coins is named with the reason; who is honest is not."""
    page = Page(make_report(robots(coins=2, answers=90), source=Path("s")))
    flags = [text for text in page.texts["li"] if "does not judge as" in text]
    assert [flag[:3] for flag in flags] == ["P01", "P02"]
    assert "Without P01 and P02 " in page.words
    assert "No participant has a flag." in Page(make_report(robots(), source=Path("s"))).words


def test_method_cites_the_paper(robots: Robots) -> None:
    """The sentence for the paper has the counts and the reference."""
    page = Page(make_report(robots(), source=Path("s")))
    assert "8 participants made 480 pairwise comparisons of 16 items" in page.words
    assert "Just Sort It!" in page.words
    assert "(Maystre & Grossglauser, 2017)" in page.words


def test_selection_is_told(robots: Robots) -> None:
    """A report about a part of the answers says so at its top."""
    study = robots(people=3)
    summary = summarise(study, Selection(robots=None))
    words = Page(make_report(study, source=Path("s"), summary=summary)).words
    assert "This report is about a selection of the answers: people and robots." in words
    assert "about a selection" not in Page(make_report(study, source=Path("s"))).words


def test_exclusions_are_told(fruit_with_robot: Everything) -> None:
    """How many came, who was excluded and why, who declined or withdrew; robots apart."""
    for seq, (kind, facts) in enumerate(
        (
            (EventKind.DECLINED, {}),
            (EventKind.WITHDRAW, {}),
            (EventKind.EXCLUDE, {"participant": "P2", "reason": "left early"}),
        ),
        start=1,
    ):
        event = make_event(b"", seq, "2026-03-01T11:00:00.000Z", kind, None, facts)
        fruit_with_robot.events.append(event)
    words = Page(make_report(fruit_with_robot, source=Path("s"))).words
    assert "4 people came. 1 did not consent, and nothing of them is kept. 1 withdrew" in words
    assert "1 excluded: left early (P2)." in words
    assert "1 session of robots are not counted here." in words
    assert "1 participant made 2 pairwise comparisons" in words


@pytest.mark.parametrize(("people", "answers"), [(0, 0), (1, 1), (1, 30), (2, 3)])
def test_little_data_makes_a_page(robots: Robots, people: int, answers: int) -> None:
    """Nobody, one person, one answer: there is always a page, and it says what is missing."""
    page = Page(make_report(robots(people=people, answers=max(answers, 1)), source=Path("s")))
    assert page.open == []
    if not people:
        assert "There are no answers yet" in page.words
    elif answers == 1:
        assert "Needs four participants" in page.words


def test_large_rankings_stay_small(robots: Robots) -> None:
    """Of 70 items 50 are in figures and minor tables, all in the ranking; far below 3 MB."""
    page = make_report(robots(n_items=70, people=2, answers=120), source=Path("s"))
    assert len(page) < 400_000
    seen = Page(page)
    assert "The best 50 of 70 items" in seen.words
    assert sum(row[1:2] != [] and row[1].startswith("item ") for row in seen.rows) == 120


def test_plugged_in_spread_is_told() -> None:
    """Above 600 items nothing is said of all spreads: one is taken as known."""
    told = {}
    for n_items in (600, 601):
        diary = Diary([f"item{k}" for k in range(n_items)])
        diary.sit("anna")
        diary.answer("item0 > item1", "item1 > item2")
        words = " ".join(fact.meaning for fact in list_facts(summarise(diary.study)))
        told[n_items] = "by all spreads" in words, "spread as learned" in words
    assert told == {600: (True, False), 601: (False, True)}


def test_command_writes_a_report(
    robots: Robots,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`sortrank export --report` makes the page, with codes hidden on demand."""
    robots(people=2)
    file, page = tmp_path / "robots-2-0.sortrank", tmp_path / "r.html"
    command = ["sortrank", "export", str(file), "--report", str(page), "--anonymous"]
    monkeypatch.setattr(sys, "argv", command)
    with pytest.raises(SystemExit) as ending:
        main()
    assert not ending.value.code
    assert "(16 items)" in capsys.readouterr().out
    text = page.read_text(encoding="utf-8")
    assert "robots-2-0.sortrank" in text
    assert str(tmp_path) not in text
    assert "P001" in text


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (9e-6, "under 0.1 s"),
        (0.85, "0.85 s"),
        (4.13, "4.1 s"),
        (99.7, "100 s"),
        (1234.0, "1,234 s"),
    ],
)
def test_times_are_said_without_exponents(value: float, words: str) -> None:
    """Neither a fast robot nor a slow reader gets a number such as 1.2e+02."""
    assert seconds(value) == words


def test_report_of_pictures_shows_them_small(tmp_path: Path) -> None:
    """The best items have their picture in the table, inside the page and of a limited size."""
    names = ["large", "clear"]
    large, clear = (
        QImage(2000, 1000, QImage.Format.Format_RGB32),
        QImage(8, 8, QImage.Format.Format_ARGB32),
    )
    large.fill(0x336699)
    clear.fill(0)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'
    (tmp_path / "drawn.svg").write_text(drawing, encoding="utf-8")
    for name, image in zip(names, (large, clear), strict=True):
        assert image.save(str(tmp_path / f"{name}.png"))
    files = [tmp_path / name for name in ("large.png", "clear.png", "drawn.svg")]
    items = [Item(file.stem, image=file) for file in files]
    path = tmp_path / "s.sortrank"
    create_study(path, Design(title="t", prompt="p", min_response_ms=0), items)
    survey = Survey(open_study(path))
    session = survey.start()
    session.answer(Answer.LEFT, seconds=1.0)
    page = make_report(survey.file.everything, source=path)
    survey.close()
    found = re.findall(r'<img src="data:image/([a-z+]+);base64,([^"]+)" alt="">', page)
    assert sorted(kind for kind, _ in found) == ["jpeg", "png", "svg+xml"]
    pictures = {kind: QImage.fromData(b64decode(data)) for kind, data in found if kind != "svg+xml"}
    assert (pictures["jpeg"].width(), pictures["jpeg"].height()) == (64, 32)
    assert pictures["png"].width() == 8
    assert "img-src data:" in page
    assert "<img" not in make_report(survey.file.everything, source=tmp_path / "gone.sortrank")


def test_participants_are_people(fruit_with_robot: Everything) -> None:
    """Robots that are asked for are counted beside the participants, not among them."""
    chosen = [summarise(fruit_with_robot, Selection(robots=robots)) for robots in (False, None)]
    without, with_robots = (
        make_report(fruit_with_robot, source=Path("s"), summary=summary) for summary in chosen
    )
    people = len(chosen[0].participants)
    for page in (without, with_robots):
        assert f"<dt>Participants</dt><dd>{people}</dd>" in page
    assert "<dt>Robots</dt>" not in without
    assert "<dt>Robots</dt><dd>1</dd>" in with_robots
    assert "and 1 robot made" in with_robots


def test_report_tells_of_judges_and_ties(robots: Robots) -> None:
    """Transitivity, item fit and other models have a section; flags say what they speak for."""
    page = Page(make_report(robots(coins=2, answers=90), source=Path("s")))
    assert "Transitivity, judges and taste" in page.texts["h2"]
    assert "Kendall’s u" in page.words
    assert "Judges weighed" in page.words
    assert "of noise" in page.words
    assert "Classes of taste need 20 participants" in page.words
