from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sortrank_gui.errors import InputError
from sortrank_gui.paths import resource
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.importing import read_folder, read_items, read_lines, read_truth

DOTS = resource("demo", "dots-01.png").read_bytes()
SHARED_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def test_folder_gives_an_item_a_picture(tmp_path: Path) -> None:
    """Pictures in natural order, named by their files; others are named as skipped."""
    for name in ("photo 10.png", "photo 2.PNG", "b.jpg", "b.png", ".hidden.png", "notes.txt"):
        (tmp_path / name).write_bytes(DOTS)
    (tmp_path / "folder.png").mkdir()
    found = read_folder(tmp_path)
    assert [item.name for item in found.items] == ["b.jpg", "b.png", "photo 2", "photo 10"]
    assert found.skipped == ("notes.txt",)


@pytest.mark.parametrize("name", ["empty", "missing"])
def test_folder_without_pictures_is_a_sentence(tmp_path: Path, name: str) -> None:
    """The folder is named."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=name):
        read_folder(tmp_path / name)


def test_lines_become_items(tmp_path: Path) -> None:
    """One item a line; blank lines do not count; long lines get a short name."""
    long = "word " * 100
    (tmp_path / "a.txt").write_text(f"one\n\n  two   words \n{long}\n", encoding="utf-8")
    items = read_lines(tmp_path / "a.txt").items
    assert [item.name for item in items[:2]] == ["one", "two words"]
    assert items[2].text == long.strip()
    assert len(items[2].name) < 70


def test_doubled_line_names_both(tmp_path: Path) -> None:
    """Two equal lines are refused with their numbers."""
    (tmp_path / "a.txt").write_text("x\ny\nx\n")
    with pytest.raises(InputError, match="lines 1 and 3"):
        read_lines(tmp_path / "a.txt")


def test_table_gives_names_texts_pictures_and_truth(tmp_path: Path) -> None:
    """All columns are read; pictures are found from the folder of the file."""
    (tmp_path / "pics").mkdir()
    (tmp_path / "pics" / "x.png").write_bytes(DOTS)
    rows = "Name,Text,Image,Truth\nfig,,pics/x.png,1.5\n'=pear,juicy,,-2\n,only text,,0\n"
    (tmp_path / "a.csv").write_text(rows)
    found = read_items(tmp_path / "a.csv")
    assert [item.name for item in found.items] == ["fig", "=pear", "only text"]
    assert found.items[0].image == tmp_path / "pics" / "x.png"
    assert found.items[1].text == "juicy"
    assert found.truth == (1.5, -2.0, 0.0)


def test_ranks_become_scores(tmp_path: Path) -> None:
    """Rank 1 is the best, so it gets the highest score."""
    (tmp_path / "a.csv").write_text("name,rank\na,2\nb,1\n")
    assert read_items(tmp_path / "a.csv").truth == (-2.0, -1.0)


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("colour,size\n1,2\n", "must name the columns"),
        ("name\n", "no items"),
        ("name,image\na,gone.png\n", "line 2: there is no picture gone.png"),
        ("name,truth\na,1\nb,much\n", "line 3: the truth must be a number"),
        ("name,truth\na,1\nb,\n", "line 3: the truth must be a number"),
        ("name\na\na\n", "lines 2 and 3"),
        ("name,image\na," + "x" * 5000 + "\n", "line 2: there is no picture"),
        ("name,truth\n,1\nb,2\n", "line 2: the item has no name"),
        ("name,text\n" + "x" * 300 + ",\n", "line 2.*300 characters"),
    ],
)
def test_bad_table_names_line_and_reason(tmp_path: Path, content: str, word: str) -> None:
    """Each mistake says where it is."""
    (tmp_path / "bad.csv").write_text(content)
    with pytest.raises(InputError, match=rf"bad\.csv.*{word}"):
        read_items(tmp_path / "bad.csv")


def test_truth_is_matched_by_name(tmp_path: Path) -> None:
    """The order of the file does not matter."""
    (tmp_path / "t.csv").write_text("item,score\nb,2\na,1\n")
    assert read_truth(tmp_path / "t.csv", ["a", "b"]) == (1.0, 2.0)


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("item,score\na,1\n", "no score for “b”\\.$"),
        ("item,score\n", "no score for “a” and 1 more\\.$"),
        ("item,score\na,1\nb,2\nc,3\n", "line 4.*no item “c”"),
        ("item,score\na,1\na,2\nb,3\n", "line 3.*twice"),
        ("item\na\n", "no column truth, score or rank"),
        ("who,score\na,1\n", "line 1: there is no column name or item; the columns are who, score"),
    ],
)
def test_bad_truth_names_line_and_reason(tmp_path: Path, content: str, word: str) -> None:
    """Missing, unknown and doubled items are told."""
    (tmp_path / "t.csv").write_text(content)
    with pytest.raises(InputError, match=word):
        read_truth(tmp_path / "t.csv", ["a", "b"])


def test_one_bad_picture_and_nothing_is_imported(tmp_path: Path) -> None:
    """A study with nine good pictures and a broken one is not changed at all."""
    path = tmp_path / "s.sortrank"
    folder = tmp_path / "pics"
    folder.mkdir()
    for k in range(9):
        (folder / f"{k}.png").write_bytes(DOTS)
    create_study(path, Design(title="t", prompt="p"), read_folder(folder).items)
    (folder / "z.png").write_bytes(DOTS[:2000])
    with open_study(path) as study:
        before = study.content
        with pytest.raises(InputError, match=r"z\.png"):
            study.save(study.design, read_folder(folder).items)
        assert study.content == before
    with open_study(path) as study:
        assert study.content == before


@SHARED_FOLDER
@given(st.text(max_size=80))
def test_any_text_raises_only_sentences(tmp_path: Path, text: str) -> None:
    """Random lines, with a header or without, give items or an InputError."""
    path = tmp_path / "any.csv"
    for start in ("", "name,image,truth\n", "item;rank\n"):
        path.write_text(start + text, encoding="utf-8", errors="replace")
        for read in (read_items, read_lines):
            with suppress(InputError):
                read(path)
        with suppress(InputError):
            read_truth(path, ["a"])
