"""The preview of a block whose pairs have a context."""

from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.study.file.templates import model_answers
from sortrank_gui.ui.participant.trial_view import TrialView
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.study_editor.timeline.step_preview import StepPreview
from sortrank_gui.ui.widgets.theme import Appearance

BLOCK = 4
"""The place of the block in a plain timeline."""


def test_preview_shows_the_first_prompt_with_two_answers(
    qtbot: QtBot, images: ImageStore, appearance: Appearance, tmp_path: Path
) -> None:
    """As a participant reads them, and not the names of the models."""
    content = model_answers.TEMPLATE.fill(tmp_path)
    preview = StepPreview(images)
    qtbot.addWidget(preview)
    preview.show_step(content, BLOCK, "en", {})

    def find() -> list[TrialView]:
        views = (each for each in QApplication.allWidgets() if isinstance(each, TrialView))
        return [each for each in views if each.context.text == content.design.contexts[0].text]

    qtbot.waitUntil(lambda: bool(find()))
    words = [box.words for box in find()[0].boxes.values()]
    assert words == [item.variants[0].text for item in content.items[:2]]
    preview.close_pages()
