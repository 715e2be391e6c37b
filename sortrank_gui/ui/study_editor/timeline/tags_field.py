"""Editor of tags: typed with commas between them, or ticked in a menu of those that items have."""

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from sortrank_gui.ui.study_editor.editors import Editor, Line
from sortrank_gui.ui.study_editor.timeline.rows_editor import make_button


class TagsEditor(Editor):
    """A line, and a menu of what is known."""

    def __init__(self, placeholder: str) -> None:
        super().__init__()
        self._known: Sequence[str] = ()
        self.line = Line()
        self.line.setPlaceholderText(placeholder)
        self.line.textEdited.connect(self._on_edited)
        self.line.editingFinished.connect(self.left)
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.menu.triggered.connect(self._on_ticked)
        self.button = make_button("Choose  ▾", "Tags that items of this study have")
        self.button.setAccessibleName("Choose tags")
        self.button.setMenu(self.menu)
        self.row.addWidget(self.line, stretch=1)
        self.row.addWidget(self.button)

    def offer(self, tags: Sequence[str]) -> None:
        """Let these tags be chosen."""
        self._known = tags
        self.button.setEnabled(bool(tags))

    def show_value(self, value: tuple[str, ...]) -> None:
        """Show tags; what is typed stays as it is while it means the same."""
        if value != split_tags(self.line.text()):
            self.line.setText(", ".join(value))

    def focus_widget(self) -> QWidget:
        """Return the line."""
        return self.line

    @Slot(str)
    def _on_edited(self, text: str) -> None:
        self.edited.emit(split_tags(text))

    @Slot()
    def _fill_menu(self) -> None:
        self.menu.clear()
        chosen = split_tags(self.line.text())
        for tag in self._known:
            action = self.menu.addAction(tag.replace("&", "&&"))
            action.setData(tag)
            action.setCheckable(True)
            action.setChecked(tag in chosen)

    @Slot(QAction)
    def _on_ticked(self, action: QAction) -> None:
        tags = [tag for tag in split_tags(self.line.text()) if tag != action.data()]
        self.edited.emit(tuple([*tags, action.data()] if action.isChecked() else tags))


def split_tags(text: str) -> tuple[str, ...]:
    """Return the tags of a line, each once."""
    return tuple(dict.fromkeys(tag for each in text.split(",") if (tag := each.strip())))
