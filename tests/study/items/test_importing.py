import os
from contextlib import suppress
from pathlib import Path
from typing import IO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sortrank_gui.errors import InputError
from sortrank_gui.paths import resource
from sortrank_gui.safe_files import open_plain
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items import importing, pictures
from sortrank_gui.study.items.importing import Imported, import_paths, import_text, read_truth
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.items.sources import is_known, read_folder, read_items, read_lines

DOTS = resource("demo", "dots-01.png").read_bytes()
SHARED_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def names(found: Imported) -> list[str]:
    """Return the names of what was taken."""
    return [item.name for item in found.items]


def fill(folder: Path, *pictures: str) -> Path:
    """Make a folder of pictures."""
    folder.mkdir(exist_ok=True)
    for name in pictures:
        (folder / name).write_bytes(DOTS)
    return folder


def test_folder_gives_an_item_a_picture(tmp_path: Path) -> None:
    """Pictures in natural order, named by their files; what else is there is reported."""
    fill(tmp_path, "photo 10.png", "photo 2.PNG", "b.jpg", "b.png", ".hidden.png", "Thumbs.db")
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / "more.png").mkdir()
    found = import_paths([tmp_path])
    assert names(found) == ["b.jpg", "b.png", "photo 2", "photo 10"]
    assert found.left_out == ("more.png is a folder in the folder.", "notes.txt is not a picture.")


def test_what_can_not_be_used_is_reported_and_the_rest_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Damaged, fake and unreadable files keep nobody else out."""
    folder = fill(tmp_path / "photos", "a.png", "b.png", "secret.png")
    (folder / "cut.png").write_bytes(DOTS[:2000])
    (folder / "fake.png").write_bytes(b"no picture at all")

    def refuse(path: Path) -> IO[bytes]:
        if path.name == "secret.png":
            raise PermissionError(13, "Permission denied")
        return open_plain(path)

    monkeypatch.setattr(pictures, "open_plain", refuse)
    found = import_paths([folder])
    assert names(found) == ["a", "b"]
    cut, fake, secret = found.left_out
    assert cut.startswith("cut.png can't be shown: ")
    assert fake == "fake.png is not a picture that SortRank can show (PNG, JPEG, ...)."
    assert secret == "secret.png can't be read: Permission denied."
    assert found.report.startswith("2 pictures taken, 3 left out: cut.png can't be shown")


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such names")
def test_oddly_named_pictures_are_reported(tmp_path: Path) -> None:
    """A name that a study can't hold, or a link to nowhere, keeps nobody else out."""
    folder = fill(tmp_path / "photos", "a.png", "n" * 210 + ".png", "two\nlines.png")
    (folder / "gone.png").symlink_to(tmp_path / "nowhere")
    (folder / os.fsdecode(b"\xff.png")).write_bytes(DOTS)
    found = import_paths([folder])
    assert names(found) == ["a"]
    assert found.left_out[0] == "gone.png is missing."
    assert all("needs a name that is one line" in sentence for sentence in found.left_out[1:])
    assert len(found.left_out) == 4
    assert any(sentence.startswith("two?lines.png needs") for sentence in found.left_out)
    assert "".join(found.left_out).encode(), "every name can be shown and printed"


def test_sources_of_all_kinds_come_together(tmp_path: Path) -> None:
    """Files, folders, tables and texts at once; names stay different, and one report tells all."""
    fill(tmp_path / "one", "a.png", "b.png")
    fill(tmp_path / "two", "a.png")
    fill(tmp_path, "loose.png", "loose.gif")
    (tmp_path / "words.txt").write_text("b\nword\n")
    (tmp_path / "table.csv").write_text("name,truth\nx,1\n")
    (tmp_path / "bad.csv").write_text("name,truth\nx,1\ny,much\n")
    (tmp_path / "song.mp3").write_bytes(b"")
    (tmp_path / "empty").mkdir()
    sources = ("one", "two", "words.txt", "loose.png", "song.mp3", "table.csv", "bad.csv", "empty")
    found = import_paths([tmp_path / name for name in (*sources, "loose.gif")])
    assert names(found)[:4] == ["loose.png", "loose.gif", "a", "b"]
    assert names(found)[4:] == ["a (2)", "b (2)", "word", "x"]
    assert found.truth is None, "not all have a true score"
    song, bad, empty = found.left_out
    assert song == "song.mp3 is neither a picture, a PDF, a table (CSV) nor a text file."
    assert bad.endswith("bad.csv, line 3: the truth must be a number, and it is “much”.")
    assert "has no pictures" in empty
    assert found.report.startswith("8 items taken, 3 left out: song.mp3 is neither")


def test_report_names_some_and_counts_the_rest(tmp_path: Path) -> None:
    """A long list is cut; nothing is said where all was taken."""
    assert Imported((Item("a"),)).report == ""
    found = Imported((Item("a", tmp_path),), left_out=tuple(f"{k} is odd." for k in range(1200)))
    words = "0 is odd; 1 is odd; 2 is odd; 3 is odd; 4 is odd; and 1,195 more"
    assert found.report == f"1 picture taken, 1,200 left out: {words}."


def test_nothing_at_all_is_an_error(tmp_path: Path) -> None:
    """With the only reason as it is, or with all of them."""
    with pytest.raises(InputError, match=r"^song\.mp3 is neither a picture"):
        import_paths([tmp_path / "song.mp3"])
    with pytest.raises(InputError, match=r"Nothing can be taken: a\.png is missing; b\.png is mis"):
        import_paths([tmp_path / "a.png", tmp_path / "b.png"])
    with pytest.raises(InputError, match="nothing that could become an item"):
        import_paths([])


@pytest.mark.parametrize("name", ["empty", "missing"])
def test_folder_without_pictures_is_a_sentence(tmp_path: Path, name: str) -> None:
    """The folder is named, whether it is a folder by its kind or by what the user says."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=rf"The folder .*{name}"):
        import_paths([tmp_path / name], read=read_folder)


def test_progress_counts_and_may_stop(tmp_path: Path) -> None:
    """Every entry is told, of how many; whoever listens may raise to end it."""
    folder, heard = fill(tmp_path / "photos", "a.png", "b.png", "notes.md"), list[object]()
    import_paths([folder], progress=lambda *counts: heard.append(counts))
    assert heard == [(1, 3), (2, 3), (3, 3)]

    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_paths([folder], progress=stop)


def test_lines_become_items(tmp_path: Path) -> None:
    """One item a line; blank lines do not count; long lines get a short name."""
    long = "word " * 100
    (tmp_path / "a.txt").write_text(f"one\n\n  two   words \n{long}\n", encoding="utf-8")
    items = import_paths([tmp_path / "a.txt"]).items
    assert [item.name for item in items[:2]] == ["one", "two words"]
    assert items[2].text == long.strip()
    assert len(items[2].name) < 70
    assert import_text("one\ntwo").items == (Item("one"), Item("two"))


def test_doubled_line_names_both(tmp_path: Path) -> None:
    """Two equal lines are refused with their numbers."""
    (tmp_path / "a.txt").write_text("x\ny\nx\n")
    with pytest.raises(InputError, match=r"a\.txt: lines 1 and 3 are the same"):
        import_paths([tmp_path / "a.txt"])
    with pytest.raises(InputError, match="The text: lines 1 and 2 are the same"):
        import_text("x\nx")


def test_table_gives_names_texts_pictures_and_truth(tmp_path: Path) -> None:
    """All columns are read; pictures are found from the folder of the file."""
    fill(tmp_path / "pics", "x.png")
    rows = "Name,Text,Image,Truth\nfig,,pics/x.png,1.5\n'=pear,juicy,,-2\n,only text,,0\n"
    (tmp_path / "a.csv").write_text(rows)
    found = import_paths([tmp_path / "a.csv"])
    assert names(found) == ["fig", "=pear", "only text"]
    assert found.items[0].image == tmp_path / "pics" / "x.png"
    assert found.items[1].text == "juicy"
    assert found.truth == (1.5, -2.0, 0.0)


def test_row_whose_picture_is_missing_is_left_out(tmp_path: Path) -> None:
    """The others stay, with their true scores; the report names file, line and picture."""
    fill(tmp_path, "x.png")
    (tmp_path / "a.csv").write_text("name,image,truth\na,x.png,1\nb,gone.png,2\nc,,3\n,,4\n")
    found = import_paths([tmp_path / "a.csv"])
    assert (names(found), found.truth) == (["a", "c"], (1.0, 3.0))
    assert found.left_out[0].endswith("a.csv, line 3: gone.png is missing.")
    assert found.left_out[1].endswith("a.csv, line 5: the item needs a name.")


def test_ranks_become_scores(tmp_path: Path) -> None:
    """Rank 1 is the best, so it gets the highest score."""
    (tmp_path / "a.csv").write_text("name,rank\na,2\nb,1\n")
    assert import_paths([tmp_path / "a.csv"]).truth == (-2.0, -1.0)


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("colour,size\n1,2\n", "line 1: there is no column name, item, text or image"),
        ("name\n", "no items"),
        ("name,image\na,gone.png\n", "line 2: gone.png is missing"),
        ("name,truth\na,1\nb,much\n", "line 3: the truth must be a number"),
        ("name,truth\na,1\nb,\n", "line 3: the truth must be a number"),
        ("name\na\na\n", "lines 2 and 3"),
        ("name,image\na," + "x" * 5000 + "\n", "line 2: x+ (is missing|can't be read)"),
        ("name,truth\n,1\n", "line 2: the item needs a name"),
        ("name,text\n" + "x" * 300 + ",\n", "line 2.*at most 200 characters"),
    ],
)
def test_bad_table_names_line_and_reason(tmp_path: Path, content: str, word: str) -> None:
    """Each mistake says where it is."""
    (tmp_path / "bad.csv").write_text(content)
    with pytest.raises(InputError, match=rf"bad\.csv.*{word}"):
        import_paths([tmp_path / "bad.csv"])


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


def test_picture_that_was_damaged_since_changes_nothing(tmp_path: Path) -> None:
    """A study with nine good pictures is not changed at all if one breaks before it is saved."""
    path = tmp_path / "s.sortrank"
    folder = fill(tmp_path / "pics", *(f"{k}.png" for k in range(9)))
    found = import_paths([folder])
    create_study(path, Design(title="t", prompt="p"), found.items[:2])
    (folder / "8.png").write_bytes(DOTS[:2000])
    with open_study(path) as study:
        before = study.content
        with pytest.raises(InputError, match=r"8\.png"):
            study.save(study.design, found.items)
        assert study.content == before
    with open_study(path) as study:
        assert study.content == before


def test_known_paths(tmp_path: Path) -> None:
    """Folders and files with a known ending could hold items."""
    assert all(is_known(tmp_path / name) for name in ("a.PNG", "b.csv", "c.tsv", "d.txt", "."))
    assert not is_known(tmp_path / "song.mp3")


@SHARED_FOLDER
@given(st.text(max_size=80))
def test_any_text_raises_only_sentences(tmp_path: Path, text: str) -> None:
    """Random lines, with a header or without, give items or an InputError."""
    path = tmp_path / "any.csv"
    for start in ("", "name,image,truth\n", "item;rank\n"):
        path.write_text(start + text, encoding="utf-8", errors="replace")
        for read in (read_items, read_lines):
            with suppress(InputError):
                import_paths([path], read=read)
        with suppress(InputError):
            read_truth(path, ["a"])


def test_pictures_of_other_kinds_are_named_as_such(tmp_path: Path) -> None:
    """HEIC is looked at like any picture; a kind that can't be shown says what to do instead."""
    (tmp_path / "a.png").write_bytes(DOTS)
    for name in ("phone.HEIC", "layers.psd", "notes.md"):
        (tmp_path / name).write_bytes(b"nothing")
    assert import_paths([tmp_path]).left_out == (
        "phone.HEIC is not a picture that SortRank can show (PNG, JPEG, ...).",
        "layers.psd is a PSD file, which can't be shown; save it as PNG or JPEG.",
        "notes.md is not a picture.",
    )


@pytest.mark.parametrize(
    "link",
    ["//other/share/a.png", r"\\other\share\a.png", r"\\.\pipe\a.png", r"\\?\UNC\other\s\a.png"],
)
def test_table_leads_to_no_other_computer(
    link: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows would log in there as soon as it looks whether the file is there."""
    path = tmp_path / "a.csv"
    path.write_text(f"name,image\na,{link}\nb,\nc,\n")
    monkeypatch.setattr(importing, "load_picture", lambda *_: pytest.fail("it was looked for"))
    found = import_paths([path])
    assert names(found) == ["b", "c"]
    assert "another computer" in found.left_out[0]
