"""Studies to begin with: each works as it is, with made-up items that one's own will replace."""

from sortrank_gui.study.file.templates import (
    essays,
    model_answers,
    photographs,
    psychophysics,
    statements,
)
from sortrank_gui.study.file.templates.template import StudyTemplate


def list_study_templates() -> tuple[StudyTemplate, ...]:
    """Return all templates in the order in which they are offered."""
    return (
        statements.TEMPLATE,
        photographs.TEMPLATE,
        essays.TEMPLATE,
        psychophysics.TEMPLATE,
        model_answers.TEMPLATE,
    )
