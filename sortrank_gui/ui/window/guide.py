"""Help > User guide: the way from nothing to a ranking, and all keys, on one page."""

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

_TEXT = """
## From nothing to a ranking

1. **Make a study.** *File > New study…*, or drop a folder of pictures or a table on the window.
   On the **Study** tab, type the question and choose how many answers each participant gives.
2. **Run it.** On the **Survey** tab, give the participant a code and start. *Participant window*
   shows the trials full screen, on another screen if there is one; no ranking is visible there.
3. **Read the result.** The live panel shows the ranking as it forms; the **Results** tab has
   tables, figures, participants and exports.

There is no Save button: every answer is on disk before the next pair is shown. Who was interrupted
goes on with the same code. Closing a study has a backup written, in the background.

## Keys

| | |
|---|---|
| ←, F or 1 | the left item |
| →, J or 2 | the right item |
| ↓ | both are equal, if the study offers it |
| Space | neither, if the study offers it |
| Backspace | take the last answer back |
| Ctrl+P | pause and resume |
| Ctrl+R | in the demo: let a robot answer, or pause it |
| Ctrl+1 to Ctrl+4 | the tabs |
| F9, F11 | live panel, full screen |
| Esc, held for two seconds | leave the participant window |

## Words

A **sort** compares items again and again; noisy answers are fine. The **score** is the
Bradley-Terry estimate in logits, with a 95 % interval. **Displacement** is the sum of all rank
errors, to the ground truth if there is one, or as the model expects it.
"""


class GuideDialog(QDialog):
    """The guide, to be read beside the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("User guide")
        self.text = QTextBrowser()
        self.text.setMarkdown(_TEXT)
        self.text.setAccessibleName("User guide")
        self.text.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.text.document().setDocumentMargin(24)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text)
        foot = QVBoxLayout()
        foot.setContentsMargins(24, 0, 24, 16)
        foot.addWidget(buttons)
        column.addLayout(foot)
        self.resize(680, 640)
