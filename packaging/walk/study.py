"""The studies that are walked through: six words and all pages, in German and in Arabic."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.wording import use_language
from sortrank_gui.study.file.opening import create_study
from sortrank_gui.study.items.items import Item

BUDGET, PRACTICE, BREAK = 8, 2, 4
TEXTS: dict[str, dict[str, Any]] = {
    "de": {
        "title": "Obst",
        "prompt": "Was schmeckt besser?",
        "welcome": "**Guten Tag** und danke, dass Sie da sind.\n\nEs dauert etwa *zwei Minuten*.",
        "consent": "Wir speichern Ihre Antworten und deren Zeiten, aber nicht Ihren Namen.\n\n"
        "- Sie können jederzeit aufhören.\n- Sie können Ihre Daten später löschen lassen.",
        "instructions": "Sie sehen immer zwei Früchte. Wählen Sie die, die besser schmeckt.",
        "items": ("Äpfel", "Birnen", "Kirschen", "Pflaumen", "Süße Trauben", "Brombeeren"),
    },
    "ar": {
        "title": "فواكه",
        "prompt": "أيهما ألذّ؟",
        "welcome": "**أهلاً وسهلاً** وشكرًا لحضورك.\n\nيستغرق ذلك نحو *دقيقتين*.",
        "consent": "نحفظ إجاباتك وأوقاتها، ولا نحفظ اسمك.\n\n"
        "- يمكنك التوقف في أي وقت.\n- يمكنك طلب حذف بياناتك لاحقًا.",
        "instructions": "سترى دائمًا فاكهتين. اختر الألذّ منهما.",
        "items": ("تفاح", "إجاص", "كرز", "برقوق", "عنب حلو", "توت"),
    },
}


def make_study(path: Path, language: str) -> None:
    """Make a study of six words in a language."""
    own = TEXTS[language]
    design = use_language(Design(title=own["title"], prompt=own["prompt"]), language)
    texts = replace(
        design.texts, **{key: own[key] for key in ("welcome", "consent", "instructions")}
    )
    design = replace(
        design,
        texts=texts,
        practice=PRACTICE,
        break_every=BREAK,
        repeat_share=0.15,
        undo=True,
        offer_equal=True,
        stop=StopRules(budget=BUDGET),
    )
    items = [Item(name) for name in own["items"]]
    create_study(path, design, items, [float(k) for k in range(len(items))])
