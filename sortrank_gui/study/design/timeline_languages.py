"""What a timeline and conditions say when the languages of a study change."""

from dataclasses import replace

from sortrank_gui.study.design.conditions import Condition
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.questionnaire import Query
from sortrank_gui.study.design.timeline import Prompt, Step


def forget_language(design: Design, language: str) -> Design:
    """Return the design without the steps' and conditions' words in a language."""
    return replace(
        design,
        timeline=tuple(_forget(step, language) for step in design.timeline),
        conditions=tuple(
            replace(each, words=tuple(word for word in each.words if word[0] != language))
            for each in design.conditions
        ),
    )


def lead_with(design: Design, language: str) -> Design:
    """Return the design with steps and conditions in a new first language, as far as they can."""
    first = design.languages[0]
    if language == first:
        return design
    return replace(
        design,
        timeline=tuple(lead_step(step, language) for step in design.timeline),
        conditions=tuple(_lead_words(each, first, language) for each in design.conditions),
    )


def lead_step(step: Step, language: str) -> Step:
    """Return a step that speaks a language first, as far as it has words in it."""
    spoken = replace(
        step,
        text=step.find_text(language),
        block=replace(step.block, prompt=step.find_prompt(language)),
        fields=tuple(query.in_language(language) for query in step.fields),
    )
    return _forget(spoken, language)


def _lead_words(condition: Condition, first: str, language: str) -> Condition:
    words = {(at, key): text for at, key, text in condition.words if at != first}
    for at, key, text in condition.words:
        if at == first:
            words.setdefault((language, key), text)
    return replace(condition, words=tuple((at, key, text) for (at, key), text in words.items()))


def _forget(step: Step, language: str) -> Step:
    return replace(
        step,
        translations=_drop(step.translations, language),
        block=replace(step.block, translations=_drop(step.block.translations, language)),
        fields=tuple(_forget_query(query, language) for query in step.fields),
    )


def _forget_query(query: Query, language: str) -> Query:
    kept = tuple(each for each in query.translations if each.language != language)
    return replace(query, translations=kept)


def _drop(texts: tuple[Prompt, ...], language: str) -> tuple[Prompt, ...]:
    return tuple(each for each in texts if each.language != language)
