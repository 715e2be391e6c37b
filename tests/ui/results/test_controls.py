from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLineEdit
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.results.filter_bar import FilterBar
from sortrank_gui.ui.results.results_page import ResultsPage
from sortrank_gui.ui.results.sheets import PeopleSheet

HOSTILE = ["<b>P1</b>", "a & b", "=cmd", "😀", "x" * 60]


def test_every_control_has_a_name(
    fill_study: Callable[..., Path], make_results: Callable[..., ResultsPage]
) -> None:
    """Buttons, tables and fields of every view have a name or a text."""
    page = make_results(fill_study())
    for title in page.views.titles:
        view = page.views.choose(title)
        for kind in (QAbstractButton, QAbstractItemView, QLineEdit):
            for control in view.findChildren(kind):
                if control.objectName().startswith("qt_") or not control.isVisible():
                    continue
                name = control.accessibleName() or getattr(control, "text", str)()
                assert name, f"{title}: {control}"
    actions = (page.tab.export, page.tab.refresh, page.tab.reset)
    assert all(action.toolTip() and not action.shortcut().isEmpty() for action in actions)


def test_codes_are_plain_text(qtbot: QtBot) -> None:
    """Codes with tags and ampersands are listed and named as they are."""
    bar = FilterBar()
    qtbot.addWidget(bar)
    bar.people.set_people(HOSTILE, ticked=True)
    for code in HOSTILE:
        bar.people.tick([code])
        assert bar.selection.participants == {code}
        shown = bar.people_button.text().replace("&&", "&").removesuffix("  ▾").removesuffix("…")
        assert code.startswith(shown)


def test_people_who_come_new_are_ticked(qtbot: QtBot) -> None:
    """New participants pass the filter, those who were unticked stay so."""
    sheet = PeopleSheet("People")
    qtbot.addWidget(sheet)
    sheet.set_people(["P1", "P2"], ticked=True)
    sheet.tick(["P1"])
    sheet.set_people(["P1", "P2", "P3"], ticked=True)
    assert sheet.ticked == {"P1", "P3"}


def test_people_are_searched(qtbot: QtBot) -> None:
    """“None” unticks only those in sight."""
    sheet = PeopleSheet("People")
    qtbot.addWidget(sheet)
    sheet.set_people(["anna", "bert", "hannah"], ticked=True)
    qtbot.keyClicks(sheet._search, "ANN")
    qtbot.mouseClick(sheet.nobody, Qt.MouseButton.LeftButton)
    assert sheet.ticked == {"bert"}


def test_last_day_counts_to_its_end(qtbot: QtBot) -> None:
    """From and up to are days of this computer's clock; both belong to the selection."""
    bar = FilterBar()
    qtbot.addWidget(bar)
    bar.dates.since_box.click()
    bar.dates.until_box.click()
    for edit in (bar.dates.since_edit, bar.dates.until_edit):
        edit.setDate(QDate(2026, 3, 5))
    chosen = bar.selection
    assert chosen.until - chosen.since == timedelta(days=1)
    assert chosen.since.date() == date(2026, 3, 5)
    assert bar.dates_button.text().startswith("From 2026-03-05 up to")
    bar.reset()
    assert bar.selection.since is None
