"""What happens in a session, step by step: pages, questionnaires, practice and blocks of trials.

How it works
------------
A study whose timeline is empty has the plain one: welcome, consent, instructions, practice, one
block, thanks. Each page is shown where the study has a text for it. A block asks one question
about all items or some of them; blocks are the study's questions and are known by their number
from 0, in the order of the timeline. Where their order varies between people, blocks change places
with each other, and all other steps stay where they are.
"""

from dataclasses import dataclass
from enum import StrEnum

from sortrank_gui.study.design.questionnaire import Query
from sortrank_gui.study.design.stop_rules import StopRules


class StepKind(StrEnum):
    """What a step is."""

    WELCOME = "welcome"
    CONSENT = "consent"
    QUESTIONNAIRE = "questionnaire"
    INSTRUCTIONS = "instructions"
    PRACTICE = "practice"
    """Trials that do not count, of the block that comes next."""
    BLOCK = "block"
    BREAK = "break"
    MESSAGE = "message"
    THANKS = "thanks"


ONCE = (StepKind.WELCOME, StepKind.CONSENT, StepKind.INSTRUCTIONS, StepKind.THANKS)
"""Kinds of which there is one at most: their texts are the study's."""


class BlockOrder(StrEnum):
    """In which order a participant gets the blocks."""

    FIXED = "fixed"
    SHUFFLED = "shuffled"
    LATIN = "latin square"
    """Every block is equally often at every place and after every other one."""
    ALTERNATING = "alternating"
    """Questions take turns from trial to trial."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A block's question, or a step's text, in one more language."""

    language: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """What two answers are about, such as the prompt of a language model; shown above a pair.

    Items are shown with their variant of this name.
    """

    name: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """Trials that ask one question; what is empty is as the study has it."""

    prompt: str = ""
    translations: tuple[Prompt, ...] = ()
    tags: tuple[str, ...] = ()
    """Items that have one of these tags; empty: all."""
    strategy: str = ""
    top: int | None = None
    """How many items are the top, where the strategy looks for them."""
    stop: StopRules | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a session."""

    kind: StepKind = StepKind.BLOCK
    name: str = ""
    """Tells blocks, questionnaires and messages apart, on screen and in files."""
    text: str = ""
    """Of a message, of a break that has its own, and above a questionnaire."""
    translations: tuple[Prompt, ...] = ()
    trials: int = 0
    """Of practice: how many."""
    block: Block = Block()
    fields: tuple[Query, ...] = ()
    """Of a questionnaire."""

    def find_text(self, language: str) -> str:
        """Return its text in a language, or in the first."""
        return _find(self.text, self.translations, language)

    def find_prompt(self, language: str) -> str:
        """Return a block's own question in a language, or in the first; empty: the study's."""
        return _find(self.block.prompt, self.block.translations, language)


def _find(text: str, translations: tuple[Prompt, ...], language: str) -> str:
    own = (each.text for each in translations if each.language == language)
    return next(own, "") or text
