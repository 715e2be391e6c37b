"""The dialog in which a table of answers is understood, and what becomes of it."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sortrank_gui.study.imports.grammar import Meaning
from sortrank_gui.study.imports.making import ImportOrder
from sortrank_gui.ui.imports.import_dialog import ImportDialog
from sortrank_gui.ui.widgets.fields import choose
from sortrank_gui.ui.window.main_window import MainWindow

JUDGED = "judge,candidate_chosen,candidate_not_chosen\n" + "".join(
    f"J{k % 4},essay {k % 5},essay {(k + 1 + k % 3) % 5}\n" for k in range(60)
)


def show(qtbot: QtBot, path: Path, text: str) -> ImportDialog:
    """Show the dialog for a table, once it is read."""
    path.write_text(text, encoding="utf-8")
    dialog = ImportDialog(path, None)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: "Reading" not in dialog.words.text())
    return dialog


def test_guess_is_shown_and_confirmed(qtbot: QtBot, tmp_path: Path) -> None:
    """Columns are guessed, the first answers are shown, and one press is enough."""
    dialog = show(qtbot, tmp_path / "t.csv", JUDGED)
    assert dialog.words.text() == "60 answers, 5 items, 4 people."
    assert dialog.form.columns[Meaning.WINNER].editor.currentData() == "candidate_chosen"
    assert not dialog.form.columns[Meaning.FIRST].isVisible()
    first = [dialog.preview.item(0, column) for column in range(6)]
    assert [cell and cell.text() for cell in first] == [
        "J0",
        "1",
        "essay 0",
        "over",
        "essay 1",
        "–",
    ]
    assert dialog.accept_button.text() == "Import 60 answers …"
    dialog.prompt.editor.setText("Which is better?")
    dialog.hide_codes.setChecked(True)
    with qtbot.waitSignal(dialog.confirmed) as confirmed:
        dialog.accept_button.click()
    order, reading = confirmed.args or (None, None)
    assert isinstance(order, ImportOrder)
    assert (order.prompt, order.hide_codes, order.title) == ("Which is better?", True, "t")
    assert len(reading.answers) == 60


def test_other_columns_are_read_anew(qtbot: QtBot, tmp_path: Path) -> None:
    """A change of a column changes what is shown; without both items there is nothing."""
    dialog = show(qtbot, tmp_path / "t.csv", JUDGED)
    who = dialog.form.columns[Meaning.WHO].editor
    choose(who, "")
    who.activated.emit(0)
    qtbot.waitUntil(lambda: "people unknown" in dialog.words.text())
    loser = dialog.form.columns[Meaning.LOSER].editor
    choose(loser, "")
    loser.activated.emit(0)
    qtbot.waitUntil(lambda: "winner and loser" in dialog.words.text())
    assert not dialog.accept_button.isEnabled()
    assert dialog.preview.rowCount() == 0


def test_problems_have_lines_and_a_decision(qtbot: QtBot, tmp_path: Path) -> None:
    """Many rows that can't be read stay a question until the researcher decides."""
    dialog = show(qtbot, tmp_path / "t.csv", "judge,winner,loser\nA,a,b\nA,c,c\nB,b,c\n")
    problem = dialog.problems.item(0)
    assert problem is not None
    assert problem.text() == "line 3: “c” is compared with itself."
    assert not dialog.accept_button.isEnabled()
    dialog.skip.click()
    assert dialog.accept_button.isEnabled()


def test_several_questions_are_asked_about(qtbot: QtBot, tmp_path: Path) -> None:
    """One of them has to be chosen, and then the others are left out."""
    text = "metric,left,right,choice\njoy,a,b,left\nfear,a,b,gleich\njoy,b,c,left\n"
    dialog = show(qtbot, tmp_path / "t.csv", text)
    assert dialog.words.text() == "The table asks several questions: choose one."
    box = dialog.form.question.editor
    choose(box, "joy")
    box.activated.emit(box.currentIndex())
    qtbot.waitUntil(dialog.accept_button.isEnabled)
    assert "Rows that are no answers: 1 (another question)." in dialog.words.text()
    choose(box, "fear")
    dialog.form.ties.editor.setText("Gleich")
    dialog.form.ties.editor.editingFinished.emit()
    qtbot.waitUntil(lambda: dialog.words.text().startswith("1 answer,"))
    assert dialog.preview.item(0, 3).text() == "equal to"


def test_unreadable_file_is_a_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    """What is no table leaves the dialog open, with the reason."""
    dialog = show(qtbot, tmp_path / "t.json", "[1]")
    assert "this is no object" in dialog.words.text()
    assert not dialog.accept_button.isEnabled()


def test_imported_study_opens_with_its_results(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the File menu to results, and nobody can take part in it."""
    table, target = tmp_path / "t.csv", tmp_path / "t.sortrank"
    table.write_text(JUDGED, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(table), ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.menus.import_answers.trigger()
    dialog = window.findChild(ImportDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.accept_button.isEnabled)
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: window.study is not None and window.study.path == target)
    qtbot.waitUntil(lambda: window.stack.current == "Results")
    qtbot.waitUntil(lambda: window.study is not None and window.study.analysis is not None)
    window.stack.show_tab(window.reception.survey)
    assert window.survey is not None
    assert window.survey.live_panel.shown is not None
    assert not window.survey.pages.idle.field.isEnabled()
    assert not window.survey.tab.participant.isEnabled()
    window.stack.show_page("Study")
    form = window.stack.pages["Study"].form
    assert form.question.isVisible()
    assert not form.strategy.isVisible()
