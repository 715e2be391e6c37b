"""Items of the Study tab: where they come from, and what is done to them."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sortrank_gui.study.file.opening import open_study
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.study_editor import item_editing
from sortrank_gui.ui.study_editor.study_page import StudyPage
from sortrank_gui.ui.threads.jobs import Job, finish_jobs
from sortrank_gui.ui.widgets.list_dialog import ListDialog
from tests.ui.sample_pictures import save_picture

MakeStudyPage = Callable[..., StudyPage]


def names(page: StudyPage) -> list[str]:
    """Return the names of the items."""
    return [item.name for item in page.draft.content.items]


def wait_saved(qtbot: QtBot, page: StudyPage) -> None:
    """Wait until the file holds the draft."""
    qtbot.waitUntil(lambda: page.autosave.is_at_rest and page.autosave.status == "saved")


def drop(page: StudyPage, data: QMimeData) -> None:
    """Drop something onto the items."""
    view = page.items.view
    event = QDropEvent(
        QPointF(10, 10),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    view.dropEvent(event)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of three pictures and a note."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("one", "two", "ten"):
        save_picture(folder / f"{name}.png", 40, 30)
    (folder / "notes.md").write_text("no picture")
    return folder


def test_a_folder_is_dropped(qtbot: QtBot, page: StudyPage, folder: Path) -> None:
    """Its pictures become items, are chosen and saved; what is no picture is named."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(folder))])
    drop(page, data)
    qtbot.waitUntil(lambda: len(names(page)) == 9)
    assert names(page)[6:] == ["one", "ten", "two"]
    assert page.items.chosen_rows() == [6, 7, 8]
    assert "notes.md" in page.notice.text
    assert "ground truth was cleared" in page.notice.text
    wait_saved(qtbot, page)
    assert all(item.digest and item.image is None for item in page.draft.content.items)
    page.tab.undo.trigger()
    assert len(names(page)) == 6
    assert page.draft.content.truth is not None


def test_files_are_chosen_in_a_dialog(
    qtbot: QtBot, page: StudyPage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The actions of files and of a folder ask for them, and add them."""
    found = [str(folder / "one.png")]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_args: (found, ""))
    page.items.actions_.files.trigger()
    qtbot.waitUntil(lambda: names(page)[6:] == ["one"])
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(folder))
    page.items.actions_.folder.trigger()
    qtbot.waitUntil(lambda: names(page)[6:] == ["one", "one (2)", "ten", "two"])


def test_a_bad_picture_is_named_and_the_others_are_kept(
    qtbot: QtBot, page: StudyPage, folder: Path
) -> None:
    """One damaged file does not keep the others out."""
    (folder / "broken.png").write_bytes(b"no picture at all")
    page.editing.add_paths([folder])
    qtbot.waitUntil(lambda: len(names(page)) == 9)
    assert "broken.png" in page.notice.text
    assert page.notice.text.startswith("3 pictures taken, 2 left out: broken.png is not a picture")


def test_a_wrong_table_changes_nothing(qtbot: QtBot, page: StudyPage, tmp_path: Path) -> None:
    """The sentence names file and line."""
    table = tmp_path / "items.csv"
    table.write_text("name,image\na,missing.png\n")
    page.editing.add_paths([table])
    qtbot.waitUntil(lambda: "items.csv, line 2" in page.notice.text)
    assert len(names(page)) == 6
    assert not page.tab.undo.isEnabled()
    table.write_text("name\na better one\n")
    page.editing.add_paths([table])
    assert page.notice.isHidden(), "the next try begins without the old complaint"
    qtbot.waitUntil(lambda: len(names(page)) == 7)


def test_a_table_brings_its_truth(
    qtbot: QtBot,
    make_study_page: MakeStudyPage,
    make_opened: Callable[..., OpenStudy],
    tmp_path: Path,
) -> None:
    """Into a study without items; the empty state is gone then."""
    from sortrank_gui.study.design.design import Design
    from sortrank_gui.study.file.opening import create_study

    path = tmp_path / "new.sortrank"
    create_study(path, Design(title="New", prompt="Which?"), [], unfinished=True)
    page = make_study_page(make_opened(path))
    assert page.items.empty.isVisible()
    assert not page.tab.start.isEnabled()
    table = tmp_path / "items.csv"
    table.write_text("name,truth\na,1\nb,2\n")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(table))])
    page.items.empty.dropped.emit(data)
    qtbot.waitUntil(lambda: names(page) == ["a", "b"])
    assert page.draft.content.truth == (1.0, 2.0)
    assert page.items.view.isVisible()
    assert page.tab.start.isEnabled()
    assert page.form.field("prompt").editor.line.selectedText() == "Which?"
    wait_saved(qtbot, page)


def test_lines_are_pasted(qtbot: QtBot, page: StudyPage) -> None:
    """Every line becomes an item; doubles are refused in a sentence."""
    QGuiApplication.clipboard().setText("tea\n\ncoffee\n")
    page.items.actions_.paste.trigger()
    qtbot.waitUntil(lambda: names(page)[6:] == ["tea", "coffee"])
    QGuiApplication.clipboard().setText("tea\ntea\n")
    page.items.actions_.paste.trigger()
    qtbot.waitUntil(lambda: "lines 1 and 2 are the same" in page.notice.text)


def test_a_picture_is_pasted(qtbot: QtBot, page: StudyPage) -> None:
    """It is written beside nothing of the user's, and saved into the study."""
    image = QImage(20, 10, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    data = QMimeData()
    data.setImageData(image)
    page.editing.take(data)
    qtbot.waitUntil(lambda: len(names(page)) == 7)
    wait_saved(qtbot, page)
    assert page.draft.content.items[6].digest


def test_a_picture_pasted_at_the_last_moment_is_saved(qtbot: QtBot, page: StudyPage) -> None:
    """The study may be closed at once: what waits to be written is not taken away before."""
    image = QImage(20, 10, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    data = QMimeData()
    data.setImageData(image)
    page.editing.take(data)
    qtbot.waitUntil(lambda: len(names(page)) == 7)
    kept, may_go_on = page._pictures.folder, Event()
    page.study.run(lambda _file: may_go_on.wait(30))
    page.study.close()
    page.close_workers()
    may_go_on.set()
    finish_jobs()
    with open_study(page.study.path) as study:
        assert len(study.image(study.content.items[6].digest)) > 0
    assert not kept.exists()


def test_reading_can_be_cancelled(
    qtbot: QtBot, page: StudyPage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is changed then, and the bar is gone."""
    begun = Event()

    def read_late(_paths: object, job: Job) -> None:
        begun.set()
        while True:
            job.raise_if_cancelled()

    monkeypatch.setattr(item_editing, "read_paths", read_late)
    page.editing.add_paths([folder])
    assert page.items.import_bar.isVisible()
    assert begun.wait(5)
    with qtbot.waitSignal(page.items.import_bar.jobs.rested):
        page.items.import_bar.cancel.click()
    assert len(names(page)) == 6
    assert not page.items.import_bar.isVisible()


def test_a_second_drop_waits_for_the_first(qtbot: QtBot, page: StudyPage, folder: Path) -> None:
    """Nothing is refused while others are read; all come, in order."""
    page.editing.add_paths([folder / "one.png"])
    page.editing.add_paths([folder / "two.png"])
    qtbot.waitUntil(lambda: names(page)[6:] == ["one", "two"])
    qtbot.waitUntil(lambda: not page.items.import_bar.isVisible())


def test_removed_pictures_come_back_by_undo(qtbot: QtBot, page: StudyPage) -> None:
    """Also after the file has dropped them; the pictures are the same then."""
    before = page.study.content.items
    page.items.choose_rows(1, 2)
    QTest.keyClick(page.items.view, Qt.Key.Key_Delete)
    wait_saved(qtbot, page)
    assert page.study.content.items == (before[0], *before[3:])
    page.tab.undo.trigger()
    wait_saved(qtbot, page)
    assert page.study.content.items == before
    page.tab.redo.trigger()
    wait_saved(qtbot, page)
    page.tab.undo.trigger()
    wait_saved(qtbot, page)
    page.study.close()
    finish_jobs()
    with open_study(page.study.path) as study:
        assert [study.image(item.digest) != b"" for item in study.content.items] == [True] * 6


def test_an_item_is_renamed_in_place(qtbot: QtBot, page: StudyPage) -> None:
    """F2, a name, Enter; a name that is taken is a problem beside the items."""
    page.items.choose_rows(0, 0)
    page.items.actions_.rename.trigger()
    editor = page.items.view.indexWidget(page.items.view.currentIndex())
    QTest.keyClicks(editor, "first")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: names(page)[0] == "first")
    page.items.model.setData(page.items.model.index(1), "first")
    assert "both named “first”" in page.items.problem
    assert page.autosave.status.startswith("not saved")


def test_items_are_moved_by_key_and_by_drop(qtbot: QtBot, page: StudyPage) -> None:
    """The chosen ones go, and stay chosen; true scores go along."""
    before, truth = names(page), page.draft.content.truth
    page.items.choose_rows(0, 0)
    page.items.actions_.later.trigger()
    assert names(page)[:2] == [before[1], before[0]]
    assert page.draft.content.truth[:2] == (truth[1], truth[0])
    assert page.items.chosen_rows() == [1]
    page.items.actions_.earlier.trigger()
    assert names(page) == before
    page.items.view.move_wanted.emit(4)
    assert names(page)[3] == before[0]
    wait_saved(qtbot, page)


def test_where_a_drop_goes(qtbot: QtBot, page: StudyPage) -> None:
    """Left of a tile's middle is before it, right of it behind; below all is the end."""
    view = page.items.view
    qtbot.waitUntil(lambda: view.visualRect(view.model().index(1, 0)).isValid())
    box = view.visualRect(view.model().index(1, 0))
    assert view.row_at(box.center() - QPoint(20, 0)) == 1
    assert view.row_at(box.center() + QPoint(20, 0)) == 2
    assert view.row_at(QPoint(5, view.viewport().height() - 2)) == 6


def test_search_shows_some_and_forbids_moving(page: StudyPage) -> None:
    """Rows of what is found are those of the study."""
    last = names(page)[-1]
    page.items.search.setText(last)
    assert page.items.filtered.rowCount() == 1
    page.items.view.selectAll()
    assert page.items.chosen_rows() == [5]
    assert not page.items.actions_.earlier.isEnabled()
    page.items.actions_.remove.trigger()
    assert last not in names(page)


def test_grid_and_list(qtbot: QtBot, page: StudyPage) -> None:
    """The same items as tiles or as lines."""
    view = page.items.view
    page.items.looks.chosen.emit("list")
    qtbot.waitUntil(lambda: view.visualRect(view.model().index(1, 0)).left() < 5)
    page.items.looks.chosen.emit("grid")
    qtbot.waitUntil(lambda: view.visualRect(view.model().index(1, 0)).left() > 50)


def test_the_preview_goes_through_the_items(qtbot: QtBot, page: StudyPage) -> None:
    """Space opens it, arrows go on, and the list follows."""
    page.items.choose_rows(0, 0)
    QTest.keyClick(page.items.view, Qt.Key.Key_Space)
    dialog = page.editing.dialog
    qtbot.waitUntil(lambda: dialog.box.is_revealed)
    assert dialog.name == names(page)[0]
    QTest.keyClick(dialog, Qt.Key.Key_Left)
    assert dialog.name == names(page)[-1]
    assert page.items.chosen_rows() == [5]
    QTest.keyClick(dialog, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: page.editing.dialog is None)


def test_text_of_an_item_is_changed_in_the_window(qtbot: QtBot, page: StudyPage) -> None:
    """What is typed beside the item is saved with it, shown at once, and undone in one step."""
    page.items.choose_rows(2, 2)
    page.items.actions_.text.trigger()
    dialog = page.editing.dialog
    assert dialog is not None
    QTest.keyClicks(dialog.text, "two words")
    assert dialog.row == 2
    assert dialog.box._item.text == "two words"
    wait_saved(qtbot, page)
    assert page.study.content.items[2].text == "two words"
    page.tab.undo.trigger()
    assert dialog.text.toPlainText() == ""
    assert page.draft.content.items[2].text == ""
    dialog.close()


def test_text_can_be_read_but_not_changed_once_answers_exist(qtbot: QtBot, page: StudyPage) -> None:
    """The box refuses, and says why."""
    page.draft.lock = "Answers exist."
    page.items.choose_rows(0, 0)
    page.items.actions_.text.trigger()
    dialog = page.editing.dialog
    QTest.keyClicks(dialog.text, "no")
    assert dialog.text.toPlainText() == ""
    assert dialog.text.toolTip() == "Answers exist."
    dialog.close()


def test_same_picture_under_two_names_is_pointed_out(
    qtbot: QtBot, page: StudyPage, tmp_path: Path
) -> None:
    """The card names both once they are in the file, and chooses the copies to be removed."""
    assert page.items.twins.isHidden()
    for name in ("red", "rouge", "blue"):
        colour = Qt.GlobalColor.blue if name == "blue" else Qt.GlobalColor.red
        image = QImage(20, 20, QImage.Format.Format_RGB32)
        image.fill(colour)
        image.save(str(tmp_path / f"{name}.png"))
    page.editing.add_paths([tmp_path / f"{name}.png" for name in ("red", "blue", "rouge")])
    qtbot.waitUntil(page.items.twins.isVisible)
    assert page.items.twins.text == "“red” and “rouge” are the same picture."
    page.items.twins.button.click()
    assert page.items.chosen_rows() == [8]
    page.items.actions_.remove.trigger()
    assert page.items.twins.isHidden()


def test_import_problems_are_a_list_to_read_and_to_copy(
    qtbot: QtBot, page: StudyPage, folder: Path
) -> None:
    """Each file that was left out stands there with its reason."""
    for number in range(12):
        (folder / f"broken {number:02}.png").write_bytes(b"no picture at all")
    page.editing.add_paths([folder])
    qtbot.waitUntil(lambda: len(names(page)) == 9)
    page.notice.act_button.click()
    assert page.notice.isVisible(), "the notice stays while the list is read"
    (dialog,) = page.window().findChildren(ListDialog)
    lines = [dialog.list.item(k).text() for k in range(dialog.list.count())]
    assert len(lines) == 13
    assert lines[3].startswith("broken 03.png is not a picture")
    dialog.copy.click()
    assert QGuiApplication.clipboard().text().splitlines() == lines
    dialog.close()


def test_dialogs_start_beside_the_study(page: StudyPage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are often there too."""
    asked: list[str] = []
    monkeypatch.setattr(
        QFileDialog, "getExistingDirectory", lambda _parent, _title, where: asked.append(where)
    )
    page.items.actions_.folder.trigger()
    assert asked == [str(page.study.path.parent)]


def test_few_items_fill_a_wide_window(qtbot: QtBot, page: StudyPage) -> None:
    """Tiles are large where all of them have room so, and small where they have not."""
    view = page.items.view
    page.resize(2400, 1300)
    qtbot.waitUntil(lambda: view._delegate.tile.height() > 200)
    page.resize(1024, 620)
    qtbot.waitUntil(lambda: view._delegate.tile.height() < 200)


def test_a_drag_over_the_items_is_framed(page: StudyPage, folder: Path) -> None:
    """Whoever drags files sees where they can be dropped, until they are or leave."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(folder))])
    view = page.items.view
    frame = view._drop_frame
    where = (QPoint(10, 10), Qt.DropAction.CopyAction, data)
    keys = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    view.dragEnterEvent(QDragEnterEvent(*where, *keys))
    assert frame.isVisible()
    view.dragLeaveEvent(QDragLeaveEvent())
    assert frame.isHidden()
    view.dragEnterEvent(QDragEnterEvent(*where, *keys))
    drop(page, data)
    assert frame.isHidden()


def test_thumbnails_arrive(qtbot: QtBot, page: StudyPage) -> None:
    """Every visible item gets its picture, and no worker is busy afterwards."""
    thumbnails = page.items.view._thumbnails
    items = page.draft.content.items
    qtbot.waitUntil(lambda: all(thumbnails.pixmap(item) is not None for item in items))


def test_saves_may_follow_each_other_at_once(qtbot: QtBot, page: StudyPage) -> None:
    """A picture that is removed and brought back before the file has answered is not lost."""
    before = page.study.content.items
    page.items.choose_rows(1, 2)
    page.items.actions_.remove.trigger()
    page.autosave.save_now()
    page.tab.undo.trigger()
    page.autosave.save_now()
    page.items.choose_rows(0, 0)
    page.items.actions_.remove.trigger()
    page.autosave.save_now()
    wait_saved(qtbot, page)
    assert page.study.content.items == before[1:]
    assert not page.notice.isVisible()
