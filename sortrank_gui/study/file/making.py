"""New studies out of what a researcher has: pictures, folders, tables and texts, or nothing yet."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from sortrank_gui.study.design.design import Design, Display, TextSize
from sortrank_gui.study.design.edits import suggest_budget
from sortrank_gui.study.design.outputs import holds_outputs, read_outputs
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.opening import SUFFIX, create_study
from sortrank_gui.study.file.templates.template import StudyTemplate
from sortrank_gui.study.items.importing import Imported, import_paths
from sortrank_gui.study.items.items import Progress

PROMPT = "Which do you prefer?"
PROMPT_OF_OUTPUTS = "Which answer is better?"
_MOST_CONTEXTS = 100
"""That a session goes through, unless the researcher wants more."""
_UNNAMED = "New study"


def make_study(
    target: Path, sources: Sequence[Path] = (), progress: Progress | None = None
) -> Imported:
    """Make a study file, complete or not at all, and return what was taken; it can be edited then.

    Items are looked at first and then put into the file: each is half of the work. A file of
    models' answers makes a study of models, with the prompts as contexts.
    """
    if len(sources) == 1 and holds_outputs(sources[0]):
        return _make_of_outputs(target, sources[0], progress)
    found = Imported(())
    if sources:
        found = import_paths(sources, progress=_count_half(progress, 0))
    stop = StopRules(suggest_budget(len(found.items)))
    design = Design(title=target.stem, prompt=PROMPT, stop=stop)
    create_study(
        target,
        design,
        found.items,
        found.truth,
        progress=_count_half(progress, 1),
        unfinished=len(found.items) < 2,
    )
    return found


def make_from_template(
    target: Path, template: StudyTemplate, progress: Progress | None = None
) -> Imported:
    """Make the study of a template; its pictures are drawn now."""
    with TemporaryDirectory(prefix="sortrank-template-") as folder:
        content = template.fill(Path(folder))
        create_study(target, content.design, content.items, content.truth, progress=progress)
    return Imported(content.items, content.truth)


def suggest_answers(n_items: int, n_contexts: int = 0) -> int:
    """Return a budget that is fit for the items, and lets everybody see most contexts."""
    return max(suggest_budget(n_items), min(n_contexts, _MOST_CONTEXTS))


def _make_of_outputs(target: Path, source: Path, progress: Progress | None) -> Imported:
    found = read_outputs(source)
    design = Design(
        title=target.stem,
        prompt=PROMPT_OF_OUTPUTS,
        stop=StopRules(suggest_answers(len(found.items), len(found.contexts))),
        display=Display(text=TextSize.SAME),
        contexts=found.contexts,
    )
    create_study(target, design, found.items, progress=progress)
    return Imported(found.items, left_out=found.left_out)


def choose_target(sources: Sequence[Path]) -> Path:
    """Return a free name beside the sources: that of the only one, or of the folder they are in."""
    first = sources[0]
    stem = first.name if first.is_dir() else first.stem
    if len(sources) > 1:
        stem = first.parent.name or _UNNAMED
    target, number = first.with_name(stem + SUFFIX), 1
    while target.exists():
        number += 1
        target = first.with_name(f"{stem} {number}{SUFFIX}")
    return target


def _count_half(progress: Progress | None, before: int) -> Progress | None:
    """Return what counts one half of the work, with so many halves before it."""

    def count(done: int, total: int) -> None:
        if progress is not None:
            progress(before * total + done, 2 * total)

    return count
