from pathlib import Path

from sortrank_gui.study.results.report.style import CSS

DOCS = Path(__file__).parents[4] / "docs"


def test_example_is_small_and_of_today() -> None:
    """The report in docs names both careless robots and has the style that reports have now.

    If this fails, run `python packaging/make_example_report.py`.
    """
    page = (DOCS / "example-report.html").read_text(encoding="utf-8")
    assert len(page) < 1_000_000
    assert CSS in page
    assert "P04 does not judge as the others do" in page
    assert "P09 does not judge as the others do" in page
    assert "Just Sort It!" in page
