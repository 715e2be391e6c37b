"""The bytes of pictures: out of files, and by digest out of a study or a lab; on any thread."""

from contextlib import closing
from pathlib import Path

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.design.content import read_image_row
from sortrank_gui.study.file.database import connect, sentences
from sortrank_gui.ui.pictures.decoding import read_file
from sortrank_gui.ui.pictures.image_requests import PictureHome, Source


def read_bytes(source: Source, study: PictureHome) -> bytes:
    """Return the bytes of a picture: of its file, or by digest out of a study, verified."""
    if isinstance(source, Path):
        return read_file(source)
    if study is None:
        raise StudyFileError("The study of this picture is closed.")
    if not isinstance(study, Path):
        return study(source)
    with (
        sentences(study, "read a picture"),
        closing(connect(study, read_only=True)) as connection,
    ):
        return read_image_row(connection, source)[5]
