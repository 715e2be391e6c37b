"""Opens a study at a station: its own file, its secret, and the link to the server."""

import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from sqlite3 import Connection
from uuid import uuid4

from sortrank_gui.errors import InputError, LabError, LabGoneError, StudyFileError
from sortrank_gui.paths import config_folder, data_folder
from sortrank_gui.safe_files import make_folder, replacing_bytes
from sortrank_gui.study.file.glance import glance
from sortrank_gui.study.file.opening import SUFFIX, open_study_as
from sortrank_gui.study.file.places import is_uuid
from sortrank_gui.study.file.reading import STATION as STATE_KEY
from sortrank_gui.study.items.items import Progress
from sortrank_gui.study.lab.addresses import LabAddress, find_address
from sortrank_gui.study.lab.bringing_home import make_lab_file
from sortrank_gui.study.lab.connecting import connect_server
from sortrank_gui.study.lab.news import LabStanding, read_lab_content
from sortrank_gui.study.lab.pictures import LabPictures
from sortrank_gui.study.lab.roles import STATION
from sortrank_gui.study.lab.sharing import find_study
from sortrank_gui.study.lab.station_file import StationFile, require_writable
from sortrank_gui.study.lab.station_link import StationLink

_LONGEST_NAME = 64


def open_station(
    name: str,
    server: str | None = None,
    study: str = "",
    *,
    insecure: bool = False,
    notice: Callable[[], object] | None = None,
    progress: Progress | None = None,
) -> StationFile:
    """Open a study of the server at the station of this name; `study` is its title or UUID.

    Without the server, the file that the station has is opened. `notice` is called, on another
    thread, when the desk asks for something, and when the connection comes or goes.
    """
    name = _check_name(name)
    address = find_address(server, user=STATION, insecure=insecure)
    token = _find_token(name)
    uuid = _find_uuid(name, address, study, token)
    path = station_path(uuid, name)
    if not path.exists():
        _make(path, name, address, uuid, token, progress)
    file = require_writable(open_study_as(StationFile, path, progress=progress))
    try:
        with suppress(LabGoneError):
            _refresh(file, address, token)
        file.join(
            lambda cache: StationLink(address, uuid, name, token, cache, file.facts),
            LabPictures(address, uuid, token=token),
        )
    except BaseException:
        file.abandon()
        raise
    file.link.on_change = notice
    return file


def _refresh(file: StationFile, address: LabAddress, token: str) -> None:
    """Take what was mended at the desk since the station was open, and forget who withdrew."""
    with closing(connect_server(address, token=token)) as server:
        content = read_lab_content(server, file.uuid)
        if content.digest != file.content_rows().digest:
            file.take_content(content)
        file.forget_withdrawn(server)


def station_path(study: str, name: str) -> Path:
    """Return where a station keeps its file of a study."""
    if not is_uuid(study):
        raise LabError("The study on the server has a name that is no UUID.")
    return data_folder() / "lab" / study / f"{_name_file(name)}{SUFFIX}"


def _check_name(name: str) -> str:
    name = name.strip()
    if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable():
        raise InputError(f"A station's name has 1 to {_LONGEST_NAME} characters.")
    return name


def _name_file(name: str) -> str:
    """Return a name for files that is this station's alone, on every system."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", name)[:40].strip("-")
    return f"{plain}-{sha256(name.encode()).hexdigest()[:8]}".lstrip("-")


def _find_token(name: str) -> str:
    """Return the secret by which the server knows this station; made once, and kept here."""
    path = config_folder() / "lab" / f"{_name_file(name)}.token"
    with suppress(OSError):
        token = path.read_text(encoding="ascii").strip()
        if is_uuid(token):
            return token
    make_folder(path.parent)
    token = str(uuid4())
    with replacing_bytes(path) as file:
        if sys.platform != "win32":  # there the folder is the user's own
            os.fchmod(file.fileno(), 0o600)
        file.write(token.encode())
    return token


def _find_uuid(name: str, address: LabAddress, study: str, token: str) -> str:
    """Return the UUID of the study that is meant; without the server, of one that is here."""
    try:
        with closing(connect_server(address, token=token)) as server:
            return find_study(server, study).uuid
    except LabGoneError:
        folder = data_folder() / "lab"
        known = folder.glob(f"*/{_name_file(name)}{SUFFIX}")
        found = [path for path in known if is_uuid(path.parent.name) and _is_of(path, study)]
        if len(found) == 1:
            return found[0].parent.name
        raise


def _is_of(path: Path, study: str) -> bool:
    """Say whether a station's file is of the study with this title or UUID."""
    if study in ("", path.parent.name):
        return True
    try:
        return glance(path).title == study
    except StudyFileError:
        return False


def _make(
    path: Path,
    name: str,
    address: LabAddress,
    uuid: str,
    token: str,
    progress: Progress | None,
) -> None:
    make_folder(path.parent)
    with closing(connect_server(address, token=token)) as server:
        make_lab_file(server, uuid, path, partial(_mark, name), rows=False, progress=progress)


def _mark(name: str, connection: Connection, _standing: LabStanding) -> None:
    text = json.dumps({"station": name}, ensure_ascii=False)
    connection.execute("INSERT INTO state VALUES (?, ?)", (STATE_KEY, text))
