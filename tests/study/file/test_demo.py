import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from sortrank_gui.errors import StudyFileError
from sortrank_gui.paths import resource
from sortrank_gui.study.file.demo import load_counted, load_demo

MAKER = Path(__file__).parents[3] / "packaging" / "make_demo.py"


def test_demo_has_thirty_pictures_with_the_truth() -> None:
    """Thirty items, each with a picture that is there, a name of its own and a true score."""
    study = load_demo()
    assert len(study.items) == 30
    assert len({item.name for item in study.items}) == 30
    assert all(item.image is not None and item.image.is_file() for item in study.items)
    assert study.truth is not None
    assert study.truth.mean() == pytest.approx(0)


def test_demo_counts_grow_by_a_few_per_cent() -> None:
    """Neighbours are hard (2 to 7 per cent more dots), extremes are easy (3 times as many)."""
    entries = json.loads(resource("demo", "study.json").read_text(encoding="utf-8"))["items"]
    counts = np.sort([entry["count"] for entry in entries])
    growth = counts[1:] / counts[:-1]
    assert growth.min() > 1.02
    assert growth.max() < 1.07
    assert counts[-1] > 3 * counts[0]


def test_demo_names_follow_the_truth_and_the_order_does_not() -> None:
    """The names teach the true rank; the order in the file gives nothing away."""
    study = load_demo()
    by_truth = np.argsort(study.truth)
    assert [study.items[i].name for i in by_truth] == [f"dots {k:02}" for k in range(1, 31)]
    assert abs(np.corrcoef(study.truth, np.arange(30))[0, 1]) < 0.5


def test_demo_pictures_are_small_and_sharp() -> None:
    """960 pixels a side and under 2 MB altogether."""
    images = [item.image for item in load_demo().items]
    assert sum(path.stat().st_size for path in images) < 2_000_000
    assert {(QImage(str(path)).width(), QImage(str(path)).height()) for path in images} == {
        (960, 960)
    }


def test_demo_ink_does_not_give_the_count_away() -> None:
    """Neighbours in the true order often have less ink than the one before."""
    study = load_demo()
    shades = np.array([_mean_lightness(study.items[i].image) for i in np.argsort(study.truth)])
    assert np.mean(np.diff(shades) > 0) > 0.25


def test_make_demo_repeats_the_shipped_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The script draws the picture that ships, pixel by pixel."""
    spec = importlib.util.spec_from_file_location("make_demo", MAKER)
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    monkeypatch.setattr(maker, "FOLDER", tmp_path)
    entry = maker.make_item(7)
    assert entry["name"] == "dots 08"
    assert QImage(str(tmp_path / entry["image"])) == QImage(str(resource("demo", entry["image"])))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"items": [{"count": "many"}]}'])
def test_load_counted_says_which_file_is_broken(tmp_path: Path, text: str) -> None:
    """A file that is no study gives a sentence with its name."""
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(StudyFileError, match=r"broken\.json"):
        load_counted(path)


def _mean_lightness(path: Path) -> float:
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_Grayscale8)
    return float(np.frombuffer(image.constBits(), dtype=np.uint8).mean())
