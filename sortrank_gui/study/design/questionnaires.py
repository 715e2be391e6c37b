"""Questionnaires that come with SortRank, as steps to put into a timeline and to edit there.

All are free to use. Their words are those of their authors; where a language has no translation
that its field accepts, a participant reads English.

demographics
    Ours: age, gender, education, first language, sight, hand. Everything can be refused.
NASA-TLX
    The six scales of the Task Load Index, 0 to 100 in steps of 5, each 21 places. Unweighted
    (“raw”): the load is the mean of the six. On “performance” 0 is perfect and 100 is failure.
    Hart, S. G. and Staveland, L. E. (1988), Development of NASA-TLX, in: Human Mental Workload,
    North-Holland, 139-183; Hart, S. G. (2006), NASA-Task Load Index; 20 years later, Proceedings
    of the Human Factors and Ergonomics Society 50(9), 904-908. A work of the United States
    government.
SUS
    The System Usability Scale: ten statements, five points. Odd statements are favourable and
    count their answer - 1, even ones are not and count 5 - their answer; the score is 2.5 times
    the sum, from 0 to 100. Brooke, J. (1996), SUS: a “quick and dirty” usability scale, in:
    Usability Evaluation in Industry, Taylor and Francis, 189-194, free to use where its source is
    named. German: Rummel, B. (2015), System Usability Scale, jetzt auch auf Deutsch.
"""

from sortrank_gui.study.design.questionnaire import FieldKind, FieldText, Query
from sortrank_gui.study.design.timeline import Prompt, Step, StepKind


def list_templates() -> list[tuple[str, Step]]:
    """Return the titles of all templates, with the step that each gives."""
    return [
        ("About the person: age, gender, education ...", _DEMOGRAPHICS),
        ("NASA-TLX: load of a task", _NASA_TLX),
        ("SUS: how usable a system is", _SUS),
    ]


def _choose(
    name: str, label: str, options: tuple[str, ...], german: str, german_options: tuple[str, ...]
) -> Query:
    text = FieldText("de", german, german_options)
    return Query(
        name, FieldKind.SINGLE, label, may_refuse=True, options=options, translations=(text,)
    )


_DEMOGRAPHICS = Step(
    StepKind.QUESTIONNAIRE,
    "demographics",
    "A few questions about you. They help to describe who took part.",
    (Prompt("de", "Ein paar Fragen zu Ihnen. Sie helfen zu beschreiben, wer teilgenommen hat."),),
    fields=(
        Query(
            "age",
            FieldKind.NUMBER,
            "How old are you, in years?",
            may_refuse=True,
            least=0.0,
            most=120.0,
            translations=(FieldText("de", "Wie alt sind Sie, in Jahren?"),),
        ),
        _choose(
            "gender",
            "What is your gender?",
            ("Woman", "Man", "Non-binary", "Another one"),
            "Welches Geschlecht haben Sie?",
            ("Frau", "Mann", "Nicht-binär", "Ein anderes"),
        ),
        _choose(
            "education",
            "What is the highest degree that you have completed?",
            (
                "None",
                "School",
                "Vocational training",
                "Bachelor's degree",
                "Master's degree",
                "Doctorate",
            ),
            "Was ist Ihr höchster Abschluss?",
            (
                "Keiner",
                "Schulabschluss",
                "Berufsausbildung",
                "Bachelor",
                "Master, Diplom, Magister oder Staatsexamen",
                "Promotion",
            ),
        ),
        Query(
            "first_language",
            FieldKind.TEXT,
            "What is your first language?",
            required=False,
            may_refuse=True,
            translations=(FieldText("de", "Was ist Ihre Muttersprache?"),),
        ),
        _choose(
            "sight",
            "How well do you see right now?",
            ("Well, without glasses or lenses", "Well, with glasses or lenses", "Not well"),
            "Wie gut sehen Sie gerade?",
            (
                "Gut, ohne Brille oder Kontaktlinsen",
                "Gut, mit Brille oder Kontaktlinsen",
                "Nicht gut",
            ),
        ),
        _choose(
            "hand",
            "Which hand do you write with?",
            ("Left", "Right", "Both"),
            "Mit welcher Hand schreiben Sie?",
            ("Mit der linken", "Mit der rechten", "Mit beiden"),
        ),
    ),
)


def _rate(name: str, label: str, ends: tuple[str, str] = ("Very low", "Very high")) -> Query:
    return Query(name, FieldKind.SLIDER, label, least=0.0, most=100.0, step=5.0, options=ends)


_NASA_TLX = Step(
    StepKind.QUESTIONNAIRE,
    "NASA-TLX",
    "Please mark on each line how you experienced the task.",
    fields=(
        _rate("mental", "Mental demand: How mentally demanding was the task?"),
        _rate("physical", "Physical demand: How physically demanding was the task?"),
        _rate("temporal", "Temporal demand: How hurried or rushed was the pace of the task?"),
        _rate(
            "performance",
            "Performance: How successful were you in accomplishing what you were asked to do?",
            ("Perfect", "Failure"),
        ),
        _rate(
            "effort",
            "Effort: How hard did you have to work to accomplish your level of performance?",
        ),
        _rate(
            "frustration",
            "Frustration: How insecure, discouraged, irritated, stressed, and annoyed were you?",
        ),
    ),
)

_SUS = Step(
    StepKind.QUESTIONNAIRE,
    "SUS",
    fields=(
        Query(
            "sus",
            FieldKind.LIKERT,
            "How much do you agree with each of these statements?",
            options=("1: strongly disagree", "2", "3", "4", "5: strongly agree"),
            rows=(
                "I think that I would like to use this system frequently.",
                "I found the system unnecessarily complex.",
                "I thought the system was easy to use.",
                "I think that I would need the support of a technical person to be able to use "
                "this system.",
                "I found the various functions in this system were well integrated.",
                "I thought there was too much inconsistency in this system.",
                "I would imagine that most people would learn to use this system very quickly.",
                "I found the system very cumbersome to use.",
                "I felt very confident using the system.",
                "I needed to learn a lot of things before I could get going with this system.",
            ),
            translations=(
                FieldText(
                    "de",
                    "Wie sehr stimmen Sie diesen Aussagen zu?",
                    ("1: stimme überhaupt nicht zu", "2", "3", "4", "5: stimme voll zu"),
                    (
                        "Ich denke, dass ich das System gerne häufig benutzen würde.",
                        "Ich fand das System unnötig komplex.",
                        "Ich fand das System einfach zu benutzen.",
                        "Ich glaube, ich würde die Hilfe einer technisch versierten Person "
                        "benötigen, um das System benutzen zu können.",
                        "Ich fand, die verschiedenen Funktionen in diesem System waren gut "
                        "integriert.",
                        "Ich denke, das System enthielt zu viele Inkonsistenzen.",
                        "Ich kann mir vorstellen, dass die meisten Menschen den Umgang mit diesem "
                        "System sehr schnell lernen.",
                        "Ich fand das System sehr umständlich zu nutzen.",
                        "Ich fühlte mich bei der Benutzung des Systems sehr sicher.",
                        "Ich musste eine Menge lernen, bevor ich anfangen konnte das System zu "
                        "verwenden.",
                    ),
                ),
            ),
        ),
    ),
)
