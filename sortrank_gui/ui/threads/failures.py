"""Failures as values: from any thread to a sentence on the screen, never a silent loss."""

import sys
import threading
import traceback
from dataclasses import dataclass
from types import TracebackType

from PySide6.QtCore import QObject, Signal

from sortrank_gui.errors import CodeError, SortrankError, StudyAstrayError


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong: a sentence for the user, and details for us."""

    sentence: str
    details: str
    needs_copy: bool = False
    """Whether the study's file is not to be relied on, but a copy of everything can be saved."""
    word: str = ""
    """The key of what a participant reads about it, in the study's language, if there is any."""

    @classmethod
    def from_error(cls, error: BaseException) -> "Failure":
        """Describe an exception: ours in its own words, a bug as such."""
        details = "".join(traceback.format_exception(error))
        if isinstance(error, SortrankError):
            word = error.word if isinstance(error, CodeError) else ""
            return cls(str(error), details, isinstance(error, StudyAstrayError), word)
        return cls(f"Something unexpected happened inside SortRank: {error!r}", details)


class ExceptionHooks(QObject):
    """Turns exceptions that nobody caught, on any thread, into the `failed` signal."""

    failed = Signal(object)

    def install(self) -> None:
        """Take over the interpreter's hooks."""
        self._previous = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception

    def remove(self) -> None:
        """Give the hooks back."""
        sys.excepthook, threading.excepthook = self._previous

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._previous[0](kind, error, trace)
            return
        failure = Failure.from_error(error)
        print(failure.details, file=sys.stderr, end="")
        self.failed.emit(failure)

    def _on_thread_exception(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            self._on_exception(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)
