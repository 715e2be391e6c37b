"""Brings the draft into the file soon after every edit, and what the file became into the draft."""

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.edits import same_but_for_pictures
from sortrank_gui.study.file.kept_pictures import KeptPictures
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.study_editor.draft import Draft
from sortrank_gui.ui.threads.failures import Failure

_DELAY_MS = 700
SAVED = "saved"


class Autosave(QObject):
    """Saves when all is well and nothing was typed for a moment; says where it stands."""

    status_changed = Signal(str)

    def __init__(self, study: OpenStudy, draft: Draft, pictures: KeptPictures) -> None:
        super().__init__(draft)
        self._study, self._draft, self._pictures = study, draft, pictures
        self._sent: list[Content] = []
        """What is on its way into the file, the oldest first."""
        self.status = SAVED
        self.drops_robots = False
        """Whether robots' answers, which hold the design, go with the next save."""
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self.save_now)
        draft.edited.connect(self._on_edited)
        study.content_changed.connect(self._on_content_changed)
        study.save_progressed.connect(self._on_save_progressed)
        study.failed.connect(self._on_failed)

    @property
    def is_at_rest(self) -> bool:
        """Whether the file holds what the screen shows."""
        return not self._sent and not self._timer.isActive()

    @Slot()
    def _on_edited(self) -> None:
        self._settle()
        self._timer.start()
        count = len(self._draft.problems)
        first = "1 problem" if count == 1 else f"{count} problems"
        self._say(f"not saved: {first} to solve in the Study tab" if count else "saving…")

    @Slot()
    def save_now(self) -> None:
        """Save the draft if it differs from the file and has no problem."""
        self._timer.stop()
        content, stored = self._draft.content, self._study.content
        if self._draft.is_closed or self._draft.problems or stored is None:
            return
        before = self._sent[-1] if self._sent else stored
        in_file = _digests(before)
        content = self._settled(content, in_file)
        if content == before:
            self._say("saving…" if self._sent else SAVED)
            return
        self._sent.append(content)
        gone = in_file - _digests(content)
        if gone:
            self._study.run(self._pictures.keep(gone))
        tell, parts = self._study.save_progressed.emit, (content.design, content.items)
        drop, self.drops_robots = self.drops_robots, False
        self._study.request(Engine.save, *parts, content.truth, progress=tell, drop_robots=drop)

    @Slot()
    def _on_content_changed(self) -> None:
        stored = self._study.content
        if stored is None:
            return
        arrived = [k for k, sent in enumerate(self._sent) if same_but_for_pictures(sent, stored)]
        if arrived:
            self._pictures.learn(self._sent[arrived[0]].items, stored.items)
            del self._sent[: arrived[0] + 1]
        elif same_but_for_pictures(self._draft.content, stored):
            self._pictures.learn(self._draft.content.items, stored.items)
        elif self.is_at_rest:
            self._draft.take_over(stored)
        self._settle()
        if self._draft.content == stored:
            self._say(SAVED)
        elif not self._sent:
            self._timer.start()

    def _settle(self) -> None:
        """Let the draft name its pictures as the file does."""
        stored = self._study.content
        if stored is None:
            return
        content = self._draft.content
        if content.items is stored.items:
            return
        settled = self._settled(content, _digests(stored))
        items = stored.items if settled.items == stored.items else settled.items
        if items is stored.items or items != content.items:
            self._draft.settle(replace(content, items=items))

    def _settled(self, content: Content, in_file: set[str]) -> Content:
        """Return the content with its pictures named as they are found then."""
        items = tuple(self._pictures.settle(item, in_file) for item in content.items)
        return replace(content, items=items)

    @Slot(int, int)
    def _on_save_progressed(self, done: int, total: int) -> None:
        if self._sent:
            self._say(f"saving… {done:,} of {total:,}")

    @Slot(object)
    def _on_failed(self, _failure: Failure) -> None:
        if self._sent:
            del self._sent[0]
            self._say("not saved")  # the window says why; the next edit tries again

    def _say(self, status: str) -> None:
        if status != self.status:
            self.status = status
            self.status_changed.emit(status)


def _digests(content: Content) -> set[str]:
    """Return the names of all pictures that a content takes from its file."""
    found = {item.digest for item in content.items}
    found.update(each.digest for item in content.items for each in item.variants)
    return found - {""}
