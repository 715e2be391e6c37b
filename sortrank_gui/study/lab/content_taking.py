"""Takes a study's content from the server into a study file: design, items, pictures.

What comes from a server is a stranger's: it is put into the file's tables as it is, and then read
and verified as that of any file.
"""

import sqlite3

from sortrank_gui.errors import LabError
from sortrank_gui.limits import MOST_ITEMS
from sortrank_gui.study.design.content import Content, read_content
from sortrank_gui.study.file import schema
from sortrank_gui.study.file.reading import DEMO
from sortrank_gui.study.file.verifying import verify_content
from sortrank_gui.study.lab.connecting import Server, require_study_format, server_sentences
from sortrank_gui.study.lab.news import LabContent
from sortrank_gui.study.lab.pictures import fetch_picture
from sortrank_gui.study.lab.rows import Row


def write_lab_content(connection: sqlite3.Connection, server: Server, study: str) -> dict[str, int]:
    """Fill an empty study file with a study's content, without the bytes of its pictures.

    Returns the sizes of the pictures. Both are in a transaction of the caller's.
    """
    with server_sentences("read the study"):
        row = server.execute(
            "SELECT uuid::text, created_at, design, digest, format, demo, title "
            "FROM sortrank.studies WHERE uuid = %s AND ready",
            (study,),
        ).fetchone()
        if row is None:
            raise LabError("The study is not on the server any more.")
        require_study_format(row[4], row[6])
        images = server.execute(
            "SELECT digest, format, width, height, size FROM sortrank.images WHERE study = %s "
            "ORDER BY digest",
            (study,),
        ).fetchall()
        items = server.execute(
            "SELECT id, name, text, image, truth, tags FROM sortrank.items WHERE study = %s "
            "ORDER BY id LIMIT %s",
            (study, MOST_ITEMS + 1),
        ).fetchall()
        variants = server.execute(
            "SELECT item, name, text, image FROM sortrank.variants WHERE study = %s "
            "ORDER BY item, name",
            (study,),
        ).fetchall()
    schema.create_tables(connection)
    first = (1, *row[:4])
    connection.execute("INSERT INTO study VALUES (?, ?, ?, ?, ?)", first)
    _insert(connection, "images", [(*each, b"") for each in images])
    _insert(connection, "items", items)
    _insert(connection, "variants", variants)
    if row[5]:
        connection.execute("INSERT INTO state VALUES (?, '')", (DEMO,))
    return {each[0]: each[4] for each in images}


def replace_content(connection: sqlite3.Connection, content: LabContent) -> Content:
    """Put other texts, or another ground truth, into a file; return its content."""
    row = (content.design, content.digest)
    connection.execute("UPDATE study SET design = ?, digest = ?", row)
    connection.executemany("UPDATE items SET truth = ? WHERE id = ?", content.truth)
    found = read_content(connection)
    verify_content(found)
    return found


def write_picture(connection: sqlite3.Connection, server: Server, study: str, digest: str) -> None:
    """Put a picture's bytes into the file, verified."""
    data = fetch_picture(server, study, digest)
    connection.execute("UPDATE images SET bytes = ? WHERE digest = ?", (data, digest))


def _insert(connection: sqlite3.Connection, table: str, rows: list[Row]) -> None:
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
