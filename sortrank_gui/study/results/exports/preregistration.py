"""A text for a preregistration, made of the design."""

from sortrank_gui.study.results.exporting import Export, Order, TextFile


def _make(order: Order) -> TextFile:
    # Loaded when the text is wanted: menus need its name alone.
    from sortrank_gui.study.results.preregistration import make_preregistration

    text = make_preregistration(order.study.content)
    return TextFile([text], text.count("\n### "))


EXPORT = Export(
    name="preregistration",
    title="Preregistration",
    about="The fields of OSF's form, filled in from the design; hypotheses are left to you.",
    ending=".md",
    kind="Markdown text",
    unit="field",
    place=11,
    make=_make,
    has_answers=False,
)
