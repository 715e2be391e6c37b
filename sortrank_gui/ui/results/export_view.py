"""Exports: what can be written at the left, its first rows or its picture at the right."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QListWidget, QListWidgetItem, QPushButton

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.results.exporting import Export, Order, Preview
from sortrank_gui.study.results.exports import find_exports
from sortrank_gui.ui.plots.figure_files import make_picture, save_figure
from sortrank_gui.ui.plots.plot_menu import ask_for_figure
from sortrank_gui.ui.results.export_preview import ExportPreview
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.view import Sources, View, ViewFacts, find_views
from sortrank_gui.ui.threads.jobs import Job
from sortrank_gui.ui.widgets.actions import ActionButton, make_action
from sortrank_gui.ui.widgets.card import TitledCard

_LIST_WIDTH = 208
_PREVIEW_DPI = 110


class ExportView(View):
    """Files for other programs, and figures for papers."""

    name = "export"
    facts = ViewFacts(20, "Export", "Tables and figures for others (Ctrl+Shift+E)")
    written = Signal(object)

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        drawing = [title for title, kind in find_views().items() if kind.facts.draws]
        self._figures = {f"Figure: {title.lower()}": title for title in drawing}
        self._exports = {export.title: export for export in find_exports()}
        self._asked: tuple[object, ...] = ()
        self._list = QListWidget()
        self._list.setObjectName("navigation")
        self._list.setAccessibleName("What to export")
        self._list.setFixedWidth(_LIST_WIDTH)
        for title in (*self._exports, *self._figures):
            item = QListWidgetItem(title, self._list)
            item.setSizeHint(QSize(0, self._list.fontMetrics().height() + 18))
        self._list.setCurrentRow(0)
        self._list.currentRowChanged.connect(self._on_row_changed)
        self.preview = ExportPreview()
        self.preview.codes.toggled.connect(self._on_option_changed)
        self.save_action = make_action(self, "Save…", "Ctrl+S", "Write this to a file")
        self.save_action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        self.save_action.triggered.connect(self._on_save)
        self.addAction(self.save_action)
        self._last: Path | None = None
        self.open_button = self._make_open_button()
        self._lay_out()

    def _make_open_button(self) -> QPushButton:
        button = QPushButton("Open")
        button.setToolTip(
            "Show the file that was written, in the program that the system has for it"
        )
        button.setAccessibleName("Open the file that was written")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(self._on_open)
        button.hide()
        return button

    def _lay_out(self) -> None:
        card = TitledCard(self.title)
        card.controls.setSpacing(16)
        card.controls.addWidget(self.preview.codes)
        card.controls.addWidget(self.preview.excel)
        card.controls.addWidget(self.preview.fineness)
        card.controls.addWidget(self.open_button)
        card.controls.addWidget(ActionButton(self.save_action, primary=True))
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(self._list)
        row.addWidget(self.preview, stretch=1)
        card.body.addLayout(row, stretch=1)
        self.column.addWidget(card)

    @property
    def chosen(self) -> str:
        """What is to be exported."""
        return self._list.currentItem().text()

    def choose(self, title: str) -> None:
        """Show another export."""
        self._list.setCurrentRow([*self._exports, *self._figures].index(title))

    def show_news(self, news: News) -> None:
        """Preview what there is now."""
        self._ask()

    @Slot(int)
    def _on_row_changed(self, _row: int) -> None:
        self.open_button.hide()
        self._ask()

    @Slot()
    def _on_option_changed(self) -> None:
        self._ask()

    def _ask(self) -> None:
        """Fetch the beginning of the file, or the picture, unless it is there."""
        export, study = self._exports.get(self.chosen), self.sources.newest.study
        hides = export is not None and export.hides_codes
        is_table = export is not None and export.is_table
        self.preview.offer(codes=hides, excel=is_table, fineness=export is None)
        if study is None or self.news is None:
            return
        anonymous = hides and self.preview.codes.isChecked()
        chosen = self.sources.study.selection
        source = self.news.summary if export is None else study
        wanted = (self.chosen, source, chosen, anonymous)
        if wanted == self._asked:
            return
        again, self._asked = self._asked[:1] == wanted[:1], wanted
        if export is None:
            self._draw(self.news, again=again)
        else:
            if not again:
                self.preview.wait(export.about)
            order = Order(Path(self._suggest_name()), study, chosen, anonymous=anonymous)
            self.sources.jobs.submit(partial(export.preview, order), self._on_previewed)

    def _draw(self, news: News, *, again: bool) -> None:
        figure = self._make_figure(news)
        if figure is None:
            self.preview.wait("This figure is still being computed…")
            return
        if not again:
            self.preview.wait("")
        self.preview.say(f"For papers: PNG at any resolution, SVG or PDF. Answers: {news.words}.")
        self.sources.jobs.submit(partial(_picture, self.chosen, figure), self._on_drawn)

    def _make_figure(self, news: News) -> Figure | None:
        view = self.sources.find(self._figures[self.chosen])
        view.follow(news)
        figure = view.figure()
        about = f"{view.title}. Answers: {news.words}."
        return None if figure is None else replace(figure, about=about)

    def _on_previewed(self, found: Preview) -> None:
        if found.export.title == self.chosen:
            self.preview.show_preview(found)

    def _on_drawn(self, found: tuple[str, QImage]) -> None:
        title, picture = found
        if title == self.chosen:
            self.preview.show_picture(picture)

    @Slot()
    def _on_save(self) -> None:
        export = self._exports.get(self.chosen)
        title, name = f"Save: {self.chosen}", self._suggest_name()
        if export is None:
            path = ask_for_figure(self, title, name)
            if path is not None:
                self.save(path)
            return
        found, _ = QFileDialog.getSaveFileName(self, title, name, export.dialog_filter)
        if found:
            self.save(export.complete_name(Path(found)))

    def _suggest_name(self) -> str:
        export = self._exports.get(self.chosen)
        stem = self.sources.study.stem
        if export is not None:
            return export.suggest_name(stem)
        return f"{stem}-{self._figures[self.chosen].lower().replace(' ', '-')}.png"

    def save(self, path: Path) -> None:
        """Write what is chosen; the ending of a figure's name says its format."""
        export = self._exports.get(self.chosen)
        if export is None:
            figure = None if self.news is None else self._make_figure(self.news)
            if figure is not None:
                dpi = self.preview.fineness.value()
                self.sources.jobs.submit(partial(_save_figure, figure, path, dpi), self._on_written)
            return
        self.preview.say(f"Writing {path.name}…")
        self.sources.study.run(StudyFile.take_everything, partial(self._write, export, path))

    def _write(self, export: Export, path: Path, study: Everything) -> None:
        anonymous = export.hides_codes and self.preview.codes.isChecked()
        opened, excel = self.sources.study, self.preview.excel.isChecked()
        order = Order(
            path,
            study,
            opened.selection,
            anonymous=anonymous,
            source=opened.path or Path(),
            find_picture=opened.find_picture,
            excel=excel,
        )
        self.sources.jobs.submit_long(partial(_save_export, export, order), self._on_written)

    @Slot()
    def _on_open(self) -> None:
        """Let the system's program show the file."""
        if self._last is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._last.absolute())))

    def _on_written(self, found: tuple[Path, str]) -> None:
        path, sentence = found
        self.preview.say(sentence)
        self._last = path
        self.open_button.show()
        self.written.emit(path)


def _picture(title: str, figure: Figure) -> tuple[str, QImage]:
    return title, make_picture(figure, dpi=_PREVIEW_DPI)


def _save_figure(figure: Figure, path: Path, dpi: int) -> tuple[Path, str]:
    save_figure(figure, path, dpi=dpi)
    return path, f"Wrote {path.name}. {figure.about}"


def _save_export(export: Export, order: Order, job: Job) -> tuple[Path, str]:
    number = export.write(replace(order, cancelled=job.is_cancelled))
    counted = export.count(number)
    return order.path, f"Wrote {counted} to {order.path.name}. Answers: {order.short_words}."
