import json
import os
import subprocess
import sys

# In a process of its own: there can be only one application object, and tests have another.
SCRIPT = """
import json, os, sys
from pathlib import Path
from PySide6.QtGui import QFileOpenEvent
from sortrank_gui.ui.window.application import make_application

opened = []
def open_study(path: Path) -> None:
    opened.append(path.name)

application = make_application()
for name in ("first", "early"):
    application.sendEvent(application, QFileOpenEvent(f"/studies/{name}.sortrank"))
before = list(opened)
application.hand_studies_to(open_study)
application.sendEvent(application, QFileOpenEvent("/studies/späte Studie.sortrank"))
print(json.dumps([before, opened]), flush=True)
os._exit(0)
"""


def test_study_that_is_double_clicked_on_a_mac_is_opened() -> None:
    """Of those that came before there was a window the last is opened, later ones as they come."""
    command = [sys.executable, "-c", SCRIPT]
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=60)
    before, opened = json.loads(done.stdout)
    assert before == []
    assert opened == ["early.sortrank", "späte Studie.sortrank"]
