"""The comparisons as orders of two items, in the format of the PrefLib collection."""

from collections import Counter
from collections.abc import Iterator

from sortrank_gui.study.results.exporting import Export, Order, TextFile
from sortrank_gui.study.results.exports.comparisons import list_comparisons


def _make(order: Order) -> TextFile:
    counts: Counter[str] = Counter()
    for winner, loser, is_tie, _ in list_comparisons(order):
        low, high = sorted((winner + 1, loser + 1))
        counts[f"{{{low},{high}}}" if is_tie else f"{winner + 1},{loser + 1}"] += 1
    return TextFile(_tell(order, counts), counts.total())


def _tell(order: Order, counts: Counter[str]) -> Iterator[str]:
    content = order.study.content
    header = {
        "FILE NAME": order.path.name,
        "TITLE": " ".join(content.design.title.split()),
        "DESCRIPTION": f"Answers: {order.words}",
        "DATA TYPE": "toi",
        "NUMBER ALTERNATIVES": len(content.items),
        "NUMBER VOTERS": counts.total(),
        "NUMBER UNIQUE ORDERS": len(counts),
        **{
            f"ALTERNATIVE NAME {number}": " ".join(item.name.splitlines())
            for number, item in enumerate(content.items, start=1)
        },
    }
    yield from (f"# {key}: {value}\n" for key, value in header.items())
    yield from (f"{count}: {pair}\n" for pair, count in counts.most_common())


EXPORT = Export(
    name="preflib",
    title="PrefLib",
    about="Counts of orders of two items, in the format of the PrefLib collection.",
    ending=".toi",
    kind="PrefLib file",
    unit="comparison",
    place=5,
    make=_make,
    one_question=True,
)
