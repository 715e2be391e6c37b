"""The end of the report: where the data comes from, and what computed it."""

import platform
from collections.abc import Iterator, Sequence
from importlib.metadata import version

from sortrank_gui import __version__
from sortrank_gui.figures.markup import Content, Markup, element, name
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.summary import SessionSummary


def tell_origin(
    study: Everything, sessions: Sequence[SessionSummary], source: str, made_at: str
) -> Iterator[Markup]:
    """Yield the section on data and software."""
    yield element("h2", "Data and software")
    spans = sorted(session.started_at for session in sessions)
    collected = f"{spans[0][:10]} to {max(s.last_at for s in sessions)[:10]}" if spans else "–"
    versions = ", ".join(f"{part} {version(part)}" for part in ("numpy", "scipy"))
    rows: list[tuple[str, Content]] = [
        ("Study file", name(source)),
        ("Study", study.uuid),
        ("Design and items (BLAKE2b)", study.content.digest.hex()),
        ("Seed of the study", study.content.design.seed),
        ("Collected", collected),
        ("Report made", made_at[:16].replace("T", " ") + " UTC"),
        ("Software", f"SortRank {__version__}, Python {platform.python_version()}, {versions}"),
    ]
    rows += [(f"Incident, {at[:16]}", sentence) for at, sentence in study.incidents]
    body = (element("tr", element("th", k, scope="row"), element("td", v)) for k, v in rows)
    yield element("table", element("tbody", *body), class_="origin")
