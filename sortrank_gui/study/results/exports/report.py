"""The report: one HTML page for readers."""

from sortrank_gui.study.results.exporting import Export, Order, TextFile

_CONTENTS = """One page for readers, which needs nothing else and no network:

    · title, question and design, with the numbers of items, participants and answers
    · a sentence for the methods section, with what to cite
    · the ranking with scores, intervals and groups
    · figures: ranking, win matrix, history, response times
    · reliability, fit of the model, position bias
    · participants with their flags
    · versions and seed, so that others can repeat it

It prints well, also to PDF. Save it, then open it in a browser.
"""


def _make(order: Order) -> TextFile:
    # Loaded when a report is wanted: menus need its name alone.
    from sortrank_gui.study.results.report import make_report
    from sortrank_gui.study.results.summary import calibrate, summarise

    summary = summarise(order.study, order.selection, cancelled=order.cancelled)
    summary = calibrate(order.study, summary, cancelled=order.cancelled)
    page = make_report(
        order.study,
        source=order.source,
        summary=summary,
        cancelled=order.cancelled,
        find_picture=order.find_picture,
    )
    return TextFile([page], len(order.study.content.items))


EXPORT = Export(
    name="report",
    title="Report",
    about="Method, ranking, figures, reliability and flags in one HTML file.",
    ending=".html",
    kind="HTML page",
    unit="item",
    place=0,
    make=_make,
    one_question=True,
    hides_codes=True,
    contents=_CONTENTS,
)
