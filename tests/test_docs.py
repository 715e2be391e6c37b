"""What the documentation names is there: links, commands, their options, columns of exports."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from sortrank_gui.cli import app
from sortrank_gui.study.results.exports import (
    answers,
    comparisons,
    find_exports,
    models,
    participants,
    questionnaires,
    ranking,
)

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md"))
)
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\(([^)<>\s]+)\)")
COMMAND = re.compile(
    r"(?:sudo )?(?:\.venv/bin/)?(sortrank|python -m (?:benchmarks|tests\.campaigns\.\w+))((?: .*)?)"
)
PAGE_OF_EXPORTS = "docs/study-file.md"
TABLES = (answers, comparisons, models, participants, questionnaires, ranking)


def read(page: str) -> str:
    """Return the text of a page."""
    return (ROOT / page).read_text(encoding="utf-8")


def list_headings(page: Path) -> set[str]:
    """Return the headings of a page as links name them."""
    titles = re.findall(r"^#+ (.*)$", BLOCK.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    """Every link to a file of ours finds it, and the heading that it names."""
    missing = []
    for link in LINK.findall(CODE.sub("", BLOCK.sub("", read(page)))):
        name, _, heading = link.partition("#")
        target = (ROOT / page).parent / name if name else ROOT / page
        if ":" in name:  # the address of another site
            continue
        if not target.exists() or (heading and heading not in list_headings(target)):
            missing.append(link)
    assert missing == []


def list_commands(page: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the commands of ours that a page shows, each with its words."""
    text = read(page)
    lines = [line for block in BLOCK.findall(text) for line in block.splitlines()[1:-1]]
    lines += [" ".join(code.split()) for code in CODE.findall(BLOCK.sub("", text))]
    for line in lines:
        for part in re.split(r"\s*(?:;|\||>)\s*", line.partition("#")[0]):
            if (found := COMMAND.fullmatch(part.strip("() "))) is not None:
                yield found[1], found[2].split()


def find_problem(program: str, words: list[str]) -> str:
    """Return what a command says that the program does not know."""
    if program.startswith("python -m tests"):
        place = ROOT / f"{program.split()[-1].replace('.', '/')}.py"
        text = place.read_text(encoding="utf-8") + read("tests/campaigns/reporting.py")
        return " ".join(word for word in words if word.startswith("--") and word not in text)
    command = find_program(program)
    while hasattr(command, "commands") and words and not words[0].startswith("-"):
        if words[0] not in command.commands:
            return words[0]
        command = command.commands[words.pop(0)]
    names = {"--help", *(f"--{each.name}".replace("_", "-") for each in find_exports())}
    names |= {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    return " ".join({word for word in words if word.startswith("--")} - names)


def find_program(program: str) -> Any:
    """Return the command line of SortRank or of its benchmarks."""
    if program == "sortrank":
        return typer.main.get_command(app)
    from benchmarks.__main__ import app as benchmarks

    return typer.main.get_command(benchmarks)


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_options_exist(page: str) -> None:
    """Whoever copies a command is not told that there is no such option."""
    if page == "CHANGELOG.md":
        pytest.skip("tells what was, too")
    wrong = [
        (program, *words)
        for program, words in list_commands(page)
        if find_problem(program, list(words))
    ]
    assert wrong == []


def test_script_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever pastes it sees scores and intervals, the first item's above the last one's."""
    (script,) = re.findall(r"^```python$(.*?)^```$", read("README.md"), re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(script, names)
    assert capsys.readouterr().out.count("]") == 5
    for each in (names["estimate"], names["found"]):
        assert each.scores[0] > each.scores[1] > each.scores[2]
    assert (names["found"].low < names["found"].scores).all()


def test_columns_of_exports_are_explained_as_in_their_dictionaries() -> None:
    """The page has each table's columns, in their order and by the same words."""
    sections = re.split(r"^`(\w+)\.csv`:$", read(PAGE_OF_EXPORTS), flags=re.MULTILINE)[1:]
    told = dict(zip(sections[::2], sections[1::2], strict=True))
    for table in TABLES:
        name = table.__name__.rpartition(".")[2]
        rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", told.pop(name), re.MULTILINE)
        assert [(each, words.replace("`", "")) for each, words in rows] == [*table.COLUMNS.items()]
    assert told == {}


def test_every_export_is_on_the_page() -> None:
    """The table of options has them all, in the order of the menus."""
    options = [f"--{each.name}".replace("_", "-") for each in find_exports()]
    rows = re.findall(r"^\| `(--[\w-]+)` \|", read(PAGE_OF_EXPORTS), re.MULTILINE)
    assert rows[: len(options)] == options
