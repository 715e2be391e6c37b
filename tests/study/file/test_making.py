from pathlib import Path

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.paths import resource
from sortrank_gui.study.file.making import choose_target, make_study
from sortrank_gui.study.file.opening import open_study

DOTS = resource("demo", "dots-01.png").read_bytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of three pictures, one of them damaged."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for name, data in (("a", DOTS), ("b", DOTS), ("cut", DOTS[:2000])):
        (folder / f"{name}.png").write_bytes(data)
    return folder


def test_damaged_picture_does_not_keep_a_study_from_being_made(
    folder: Path, tmp_path: Path
) -> None:
    """The others are in it, and the report names the damaged one."""
    found = make_study(tmp_path / "s.sortrank", [folder])
    assert "2 pictures taken, 1 left out: cut.png" in found.report
    with open_study(tmp_path / "s.sortrank", read_only=True) as study:
        assert [item.name for item in study.content.items] == ["a", "b"]
        assert study.design.title == "s"


@pytest.mark.parametrize("count", [0, 1])
def test_study_with_few_items_can_be_edited(folder: Path, tmp_path: Path, count: int) -> None:
    """Without items, or with one, the file is made too: more can be added."""
    make_study(tmp_path / "s.sortrank", [folder / "a.png"][:count])
    with open_study(tmp_path / "s.sortrank") as study:
        assert len(study.content.items) == count


def test_nothing_to_take_leaves_no_file(tmp_path: Path) -> None:
    """The sentence says why, and no file is made."""
    with pytest.raises(InputError, match="is missing"):
        make_study(tmp_path / "s.sortrank", [tmp_path / "gone.png"])
    assert list(tmp_path.iterdir()) == []


def test_progress_goes_from_looking_to_saving(folder: Path, tmp_path: Path) -> None:
    """Both halves count, and whoever listens may stop either; no file is left then."""
    shares: list[float] = []

    def stop_late(done: int, total: int) -> None:
        shares.append(done / total)
        if done == total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_study(tmp_path / "s.sortrank", [folder], stop_late)
    assert shares == pytest.approx([1 / 6, 2 / 6, 3 / 6, 3 / 4, 1])
    assert list(tmp_path.iterdir()) == [folder]


def test_names_beside_a_source(tmp_path: Path) -> None:
    """A folder keeps its whole name, a table loses its ending, several have their folder's name."""
    (tmp_path / "v1.2").mkdir()
    assert choose_target([tmp_path / "v1.2"]) == tmp_path / "v1.2.sortrank"
    assert choose_target([tmp_path / "table.csv"]) == tmp_path / "table.sortrank"
    several = [tmp_path / "v1.2" / "a.png", tmp_path / "v1.2" / "b.png"]
    assert choose_target(several) == tmp_path / "v1.2" / "v1.2.sortrank"
    assert choose_target([Path("/a.png"), Path("/b.png")]) == Path("/New study.sortrank")
    (tmp_path / "table.sortrank").touch()
    assert choose_target([tmp_path / "table.csv"]) == tmp_path / "table 2.sortrank"
