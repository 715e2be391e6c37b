"""How a study is run: everything that a researcher decides before the first answer."""

import json
import types
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from enum import StrEnum
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from sortrank_gui.errors import StudyFileError
from sortrank_gui.plain_json import parse_json
from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.conditions import Assignment, Condition
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import BlockOrder, Context, Step

Values = TypeVar("Values")
IMPORTED = "imported"
"""Stands for the strategy of a study whose answers others collected."""


class Resume(StrEnum):
    """What happens when a participant's code has a session already."""

    RESUME = "resume"
    """Go on with the session that was not ended."""
    RESTART = "restart"
    """End that one and begin another."""
    ASK = "ask"
    """Somebody has to choose."""
    AGAIN = "again"
    """Begin another session of somebody whose sessions are all ended; never a study's policy."""


class Background(StrEnum):
    """What is behind the items."""

    GREY = "grey"
    WHITE = "white"
    BLACK = "black"


class PictureSize(StrEnum):
    """How large pictures are shown."""

    FIT = "fit"
    """As large as there is room."""
    ORIGINAL = "original"
    """Pixel by pixel."""
    PIXELS = "pixels"
    MILLIMETRES = "millimetres"
    DEGREES = "degrees"
    """Of visual angle, at the viewing distance."""


class TextSize(StrEnum):
    """How large item texts are shown."""

    PAIR = "pair"
    """As large as both texts of a pair fit."""
    SAME = "same"
    """One size for all items: that at which the longest fits."""
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Display:
    """How large items are on the screen."""

    pictures: PictureSize = PictureSize.FIT
    size: float = 300.0
    """The longer side of a picture, in the unit of `pictures`; not used to fit, nor as original."""
    enlarge: bool = True
    """Whether a picture may be shown larger than its own pixels."""
    distance_mm: float = 600.0
    """From the eye to the screen, for degrees of visual angle."""
    gap: int | None = None
    """Pixels of the screen between both items; None leaves it to the window."""
    text: TextSize = TextSize.PAIR
    points: float = 24.0
    """Size of the letters where `text` asks for points."""


@dataclass(frozen=True, slots=True)
class Timing:
    """What happens when in a trial, in milliseconds; 0 switches each off."""

    fixation_ms: int = 0
    """A cross is shown for so long before the pair."""
    exposure_ms: int = 0
    """The items vanish after so long; the answer stays possible."""
    min_view_ms: int = 0
    """The pair stays on the screen at least so long, also when it is answered."""
    answer_delay_ms: int = 0
    """Answers are offered so long after the pair."""
    deadline_ms: int = 0
    """Without an answer after so long the trial is over: too late, which counts as neither."""


@dataclass(frozen=True, slots=True)
class AnswerKeys:
    """Names of the keys for each answer, as Qt writes them; a box of buttons sends keys, too."""

    left: tuple[str, ...] = ("Left", "F", "1")
    right: tuple[str, ...] = ("Right", "J", "2")
    equal: tuple[str, ...] = ("Down",)
    neither: tuple[str, ...] = ("Space",)


@dataclass(frozen=True, slots=True)
class ExclusionRules:
    """Whom to leave out of all results, decided before there are answers. None: rule is off."""

    failed_catch_share: float | None = None
    """Who fails more than this share of the catch trials."""
    median_ms: float | None = None
    """Whose median response time is below this."""
    infit: float | None = None
    """Whose answers fit those of the others worse than this; 1 is to be expected."""

    @property
    def are_set(self) -> bool:
        """Whether there is any rule."""
        return self != ExclusionRules()


@dataclass(frozen=True, slots=True)
class Texts:
    """What a participant reads, in any language. An empty page is not shown."""

    welcome: str = ""
    consent: str = ""
    instructions: str = ""
    pause: str = "Take a short break."
    thanks: str = "Thank you!"
    left: str = "Left"
    right: str = "Right"
    equal: str = "Equal"
    neither: str = "Neither"
    words: tuple[tuple[str, str], ...] = ()
    """Other words by key, where they are not those of the language: see `wording.py`."""


@dataclass(frozen=True, slots=True)
class Translation:
    """The question and all texts in one more language; what is empty is the language's own."""

    language: str = ""
    prompt: str = ""
    texts: Texts = Texts(pause="", thanks="", left="", right="", equal="", neither="")


@dataclass(frozen=True, slots=True)
class Design:
    """The settings of a study; `problems` of `validation.py` says what is wrong with them."""

    title: str = ""
    prompt: str = ""
    strategy: str = strategies.DEFAULT
    probes: bool = True
    """Whether some random pairs come among those of a strategy that follows a model."""
    top: int | None = None
    """How many items are the top, for rounds that tell these from the others; None: a tenth."""
    shared: bool = False
    """Whether all participants carry on one common sort."""
    offer_equal: bool = False
    offer_neither: bool = False
    undo: bool = True
    min_response_ms: int = 200
    """Answers that come faster are not taken."""
    interval_ms: int = 300
    """The blank time between two trials."""
    break_every: int = 0
    """Trials between breaks; 0 for none."""
    practice: int = 0
    """Trials at the beginning that do not count."""
    catch_share: float = 0.0
    """Share of trials that have a known answer."""
    catch_pairs: tuple[tuple[str, str], ...] = ()
    """Names of the better and the worse item. Empty: taken from the ends of the ground truth."""
    repeat_share: float = 0.0
    """Share of trials that show an earlier pair again, with its sides swapped."""
    resume: Resume = Resume.ASK
    background: Background = Background.GREY
    seed: int = 1
    stop: StopRules = field(default_factory=StopRules)
    texts: Texts = field(default_factory=Texts)
    """In the first language."""
    languages: tuple[str, ...] = ("en",)
    """Codes of the languages offered, as “pt” or “zh-Hans”; the first is the default."""
    translations: tuple[Translation, ...] = ()
    """Texts in the other languages."""
    consent_to_end: bool = False
    """Whether agreeing is possible only after scrolling to the end of the text."""
    codes: tuple[str, ...] = ()
    """The participants' codes; empty: any code is taken."""
    codes_in_order: bool = False
    """Whether the codes are given out in this order."""
    display: Display = field(default_factory=Display)
    timing: Timing = field(default_factory=Timing)
    keys: AnswerKeys = field(default_factory=AnswerKeys)
    pin: str = ""
    """What the participant window asks for before it is left; empty: nothing."""
    exclusion: ExclusionRules = field(default_factory=ExclusionRules)
    timeline: tuple[Step, ...] = ()
    """What happens in a session; empty: the plain one, with one block."""
    block_order: BlockOrder = BlockOrder.FIXED
    conditions: tuple[Condition, ...] = ()
    """Versions of the study for different people; empty: all get the same."""
    assignment: Assignment = field(default_factory=Assignment)
    contexts: tuple[Context, ...] = ()
    """What pairs are shown with, one at a time; empty: nothing."""

    @property
    def is_imported(self) -> bool:
        """Whether the answers were collected elsewhere, so that no strategy asked for them."""
        return self.strategy == IMPORTED

    @property
    def recipe(self) -> str:
        """The strategy with all that decides which pairs new sorts ask."""
        return strategies.study_recipe(self.strategy, probes=self.probes, top=self.top)


def design_to_json(design: Design) -> str:
    """Return a design as JSON."""
    return json.dumps(asdict(design), ensure_ascii=False, sort_keys=True)


def design_from_json(text: str, *, probes: bool = False) -> Design:
    """Return the design that `design_to_json` wrote.

    Studies from before there were probing pairs go on without; `probes` is for designs of new ones.
    """
    try:
        content = parse_json(text)
        if isinstance(content, dict):
            content.setdefault("probes", probes)
        return _build(Design, content)
    except (ValueError, TypeError, OverflowError) as error:
        raise StudyFileError(f"The design in this file can't be read: {error}.") from error


def _build(kind: type[Values], content: Any) -> Values:
    """Return a dataclass from a dictionary; fields that are missing keep their default."""
    if not isinstance(content, dict):
        raise TypeError(f"{kind.__name__} is not a table of fields")
    hints = get_type_hints(kind)
    names = {f.name for f in fields(kind)}  # type: ignore[arg-type]
    if unknown := content.keys() - names:
        raise TypeError(f"it has an unknown field “{min(unknown)}”")
    return kind(**{name: _read(name, hints[name], value) for name, value in content.items()})


def _read(name: str, hint: Any, value: Any) -> Any:
    if isinstance(hint, types.UnionType):
        if value is None:
            return None
        hint = get_args(hint)[0]
    if is_dataclass(hint) and isinstance(hint, type):
        return _build(hint, value)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint(value)
    if get_origin(hint) is tuple:
        return _read_tuple(name, hint, value)
    if hint is float and type(value) is int:
        return float(value)
    if type(value) is not hint:
        raise TypeError(f"“{name}” is {value!r}, not {hint.__name__}")
    return value


def _read_tuple(name: str, hint: Any, value: Any) -> tuple[Any, ...]:
    kinds = get_args(hint)
    if not isinstance(value, list):
        raise TypeError(f"“{name}” is not a list")
    if kinds[-1] is Ellipsis:
        return tuple(_read(name, kinds[0], each) for each in value)
    if len(value) != len(kinds):
        raise TypeError(f"“{name}” holds {value!r}, which is not {len(kinds)} values")
    return tuple(_read(name, kind, each) for kind, each in zip(kinds, value, strict=True))
