"""Makes schema-1.sortrank, the first released format: kept as test data and never made anew.

python tests/study/data/make_schema_1.py FILE
"""

import sys
from pathlib import Path

from sortrank_gui.study.design.design import Design, Resume, Texts
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey import Survey

PIXEL = Path(__file__).parents[4] / "resources" / "demo" / "dots-01.png"


def main() -> None:
    """Write a study with a picture, two participants, extra trials and undo."""
    path = Path(sys.argv[1])
    design = Design(
        title="First format",
        prompt="Welches ist größer?",
        practice=2,
        repeat_share=0.1,
        catch_share=0.1,
        offer_equal=True,
        resume=Resume.RESUME,
        stop=StopRules(budget=500),
        texts=Texts(welcome="Willkommen! أهلا وسهلا"),
        seed=42,
    )
    items = [Item(f"item {k}", text="text" * (k % 2)) for k in range(9)]
    items.append(Item("picture", PIXEL))
    create_study(path, design, items, [float(k) for k in range(10)])
    survey = Survey(open_study(path))
    for code, count in (("P01", 40), ("P02", 24)):
        session = survey.start(code)
        for k in range(count):
            trial = session.trial
            assert trial is not None
            better = Answer.LEFT if trial.left > trial.right else Answer.RIGHT
            session.answer(Answer.EQUAL if k % 9 == 8 else better, seconds=0.5 + k / 100)
            if k in (20, 30):
                session.undo()
    survey.close()


if __name__ == "__main__":
    main()
