"""Answers of three made-up assistants to six prompts."""

from pathlib import Path

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design, Display, Texts, TextSize
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Context
from sortrank_gui.study.file.templates.template import StudyTemplate
from sortrank_gui.study.items.items import Item, Variant

_MODELS = ("assistant A", "assistant B", "assistant C")
_ANSWERS = {
    "Explain to a child of eight why the moon changes its shape.": (
        "The moon is a ball, and the sun lights one half of it. While the moon walks around us we "
        "see that half from different sides: sometimes all of it, sometimes a thin edge.\n\nTry it "
        "with an orange and a lamp.",
        "The lunar phases result from the changing elongation between the moon and the sun as "
        "seen from the earth.",
        "Clouds and the shadow of the earth cover a part of the moon, so it looks thinner.",
    ),
    "Write a polite message that moves a meeting from Monday to Tuesday.": (
        "Dear all,\n\nsomething has come up on Monday. Could we meet on Tuesday at the same time "
        "instead? If that does not suit you, tell me which hour would.\n\nThank you!",
        "Meeting moved to Tuesday.",
        "Hello! I am very sorry to be such a bother, and I hope that you can forgive me, but would "
        "it perhaps be possible, if it is not too much trouble, to meet on Tuesday?",
    ),
    "What should I check before I buy a used bicycle?": (
        "1. The frame: cracks at the joints, dents.\n2. The wheels: turn them, they should not "
        "wobble.\n3. Brakes and gears: try each one.\n4. The number on the frame: ask for a "
        "receipt.",
        "Check the brakes, the tyres and the chain, and take it for a ride.",
        "Used bicycles are a good choice for people and for the planet. There are city bikes, "
        "mountain bikes and racing bikes, in many colours.",
    ),
    "Sum up in one sentence: “The library opens at nine, but on Fridays at eleven, and it is "
    "closed on Sundays.”": (
        "The library opens at nine, on Fridays at eleven, and never on Sundays.",
        "The library has opening hours.",
        "The library is open every day from nine, and on Fridays from eleven.",
    ),
    "My plant has yellow leaves. What may be wrong?": (
        "Most often it is too much water: feel the soil, and wait until the top is dry. Other "
        "causes are too little light, or soil without food after a year or two.",
        "Water it more.",
        "Yellow leaves may come from water, light, food, pests, cold, age or the pot. It is hard "
        "to say.",
    ),
    "How many minutes are there in a week? Show how you get there.": (
        "60 minutes × 24 hours × 7 days = 10,080 minutes.",
        "10,080.",
        "A day has 24 hours, so a week has 168 hours, and 168 × 60 = 10,800 minutes.",
    ),
}


def _fill(_folder: Path) -> Content:
    contexts = [Context(f"prompt {k}", text) for k, text in enumerate(_ANSWERS, start=1)]
    items = [
        Item(
            model,
            variants=tuple(
                Variant(context.name, text=_ANSWERS[context.text][number]) for context in contexts
            ),
        )
        for number, model in enumerate(_MODELS)
    ]
    design = Design(
        title="Answers of assistants",
        prompt="Which answer is more helpful?",
        offer_equal=True,
        stop=StopRules(18),
        texts=Texts(
            instructions="Above you will see what somebody asked, and below it two answers. Choose "
            "the one that is more helpful."
        ),
        display=Display(text=TextSize.SAME),
        contexts=tuple(contexts),
    )
    return Content(design, tuple(items))


TEMPLATE = StudyTemplate(
    "model answers",
    "LLM outputs",
    "Six prompts with answers of three made-up assistants; drop a JSONL or CSV of prompt, model "
    "and answer on the window for your own.",
    _fill,
)
