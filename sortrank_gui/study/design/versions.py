"""The study as one participant gets it: its condition, the order of its blocks, and each block."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sortrank_gui.ranking.chance import stream
from sortrank_gui.study.design.conditions import Condition
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.timeline import BlockOrder, Step, StepKind
from sortrank_gui.study.design.wording import reword
from sortrank_gui.study.items.items import Item

QUESTION = "question"
"""The name of the only block of a plain study."""
_PLAIN = (
    Step(StepKind.WELCOME),
    Step(StepKind.CONSENT),
    Step(StepKind.INSTRUCTIONS),
    Step(StepKind.PRACTICE),
    Step(StepKind.BLOCK, QUESTION),
    Step(StepKind.THANKS),
)


def full_timeline(design: Design) -> tuple[Step, ...]:
    """Return all steps; of a study that has none of its own, the plain ones."""
    if design.timeline:
        return design.timeline
    return tuple(
        replace(step, trials=design.practice) if step.kind is StepKind.PRACTICE else step
        for step in _PLAIN
    )


def list_blocks(design: Design) -> tuple[Step, ...]:
    """Return the blocks, each of which is one question of the study; their places are numbers."""
    return tuple(step for step in full_timeline(design) if step.kind is StepKind.BLOCK)


def list_questionnaires(design: Design) -> tuple[Step, ...]:
    """Return the questionnaires, in the order of the timeline."""
    return tuple(step for step in design.timeline if step.kind is StepKind.QUESTIONNAIRE)


def find_condition(design: Design, name: str) -> Condition:
    """Return a condition by its name; a study without has one that changes nothing."""
    return next((each for each in design.conditions if each.name == name), Condition())


@dataclass(frozen=True, slots=True)
class Version:
    """A study in one condition, with its blocks in one order."""

    design: Design
    """With the words of the condition."""
    condition: Condition
    order: tuple[int, ...]
    """Numbers of the blocks: which comes first, second and so on."""

    @property
    def is_alternating(self) -> bool:
        """Whether questions take turns from trial to trial."""
        return self.design.block_order is BlockOrder.ALTERNATING and len(self.order) > 1

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps as they come, each block at its place."""
        blocks = list_blocks(self.design)
        turn = iter(self.order)
        return tuple(
            blocks[next(turn)] if step.kind is StepKind.BLOCK else step
            for step in full_timeline(self.design)
        )

    def block_design(self, question: int) -> Design:
        """Return the design of one block: its question, strategy, stop rules and practice."""
        step = list_blocks(self.design)[question]
        block = step.block
        design = self.design
        for language in design.languages:
            prompt = _word(self.condition, language, f"prompt {step.name}")
            if prompt := prompt or step.find_prompt(language):
                design = reword(design, language, "prompt", prompt)
        return replace(
            design,
            strategy=block.strategy or self.condition.strategy or design.strategy,
            top=block.top or self.condition.top or design.top,
            stop=block.stop or design.stop,
            practice=self._practice_of(question),
        )

    def block_items(self, question: int, items: Sequence[Item]) -> tuple[int, ...]:
        """Return the numbers of the items that a block is about."""
        block = list_blocks(self.design)[question].block
        wanted = [set(tags) for tags in (block.tags, self.condition.tags) if tags]
        if not wanted:
            return tuple(range(len(items)))
        kinds = {item.tags for item in items}  # far fewer than items
        fits = {own for own in kinds if all(tags.intersection(own) for tags in wanted)}
        return tuple(number for number, item in enumerate(items) if item.tags in fits)

    def show_items(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the items as people of the condition see them."""
        variant = self.condition.pictures
        return tuple(show_variant(item, variant) for item in items) if variant else tuple(items)

    def _practice_of(self, question: int) -> int:
        """Return how many trials of practice stand right before a block."""
        trials = 0
        turn = iter(self.order)
        for step in full_timeline(self.design):
            if step.kind is StepKind.PRACTICE:
                trials = step.trials
            elif step.kind is StepKind.BLOCK:
                if next(turn) == question:
                    return trials
                trials = 0
        return 0


def show_variant(item: Item, name: str) -> Item:
    """Return an item as its variant of this name looks; as it is where it has none."""
    for each in item.variants:
        if each.name == name:
            return replace(item, image=each.image, text=each.text, digest=each.digest)
    return item


def make_version(design: Design, condition: str = "", order: Sequence[int] = ()) -> Version:
    """Return the study in a condition; without an order blocks come as in the timeline."""
    chosen = find_condition(design, condition)
    count = len(list_blocks(design))
    worded = design
    for language, key, text in chosen.words:
        if not key.startswith("prompt "):
            worded = reword(worded, language, key, text)
    if sorted(order) != list(range(count)):
        order = range(count)
    return Version(worded, chosen, tuple(order))


def question_items(design: Design, question: int, items: Sequence[Item]) -> tuple[int, ...]:
    """Return the numbers of the items that a block is about, in any condition."""
    names = [each.name for each in design.conditions] or [""]
    found = [make_version(design, name).block_items(question, items) for name in names]
    return tuple(sorted(set().union(*found)))


def list_orders(design: Design) -> list[tuple[int, ...]]:
    """Return the orders among which the least used is given out; shuffled ones are drawn."""
    count = len(list_blocks(design))
    if design.block_order is BlockOrder.LATIN:
        return list(balanced_square(count))
    return [tuple(range(count))]


def shuffle_order(design: Design, seed: int) -> tuple[int, ...]:
    """Return the blocks in a random order of a session's seed."""
    drawn = stream("blocks", seed).permutation(len(list_blocks(design)))
    return tuple(int(k) for k in drawn)


def balanced_square(count: int) -> Iterator[tuple[int, ...]]:
    """Yield the rows of a Latin square in which each follows each other equally often.

    Williams' construction: an odd number needs the rows reversed, too.
    """
    zigzag = [k // 2 if k % 2 == 0 else count - 1 - k // 2 for k in range(count)]
    rows = [tuple((k + shift) % count for k in zigzag) for shift in range(count)]
    yield from rows
    if count % 2 and count > 1:
        yield from (row[::-1] for row in rows)


def _word(condition: Condition, language: str, key: str) -> str:
    own = (text for at, name, text in condition.words if (at, name) == (language, key))
    return next(own, "")
