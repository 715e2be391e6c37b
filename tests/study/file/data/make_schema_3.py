"""Makes schema-3.sortrank, the third released format: kept as test data and never made anew.

It was made by the program as it was before format 4; today's writes the newest format.

python tests/study/file/data/make_schema_3.py FILE
"""

import sys
from pathlib import Path

from sortrank_gui.study.design.design import Design, Resume, Texts
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.details import Detail, Input
from sortrank_gui.study.file.events import EventKind, text_digest
from sortrank_gui.study.file.exclusions import exclude
from sortrank_gui.study.file.journal import Answer, NoteKind
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey import Survey

PIXEL = Path(__file__).parents[4] / "resources" / "demo" / "dots-01.png"


def main() -> None:
    """Write a study of two people and a robot sharing a sort; notes, undo, consent, details."""
    path = Path(sys.argv[1])
    design = Design(
        title="Third format",
        prompt="Welches ist größer?",
        shared=True,
        practice=2,
        repeat_share=0.1,
        catch_share=0.1,
        offer_equal=True,
        resume=Resume.RESUME,
        stop=StopRules(budget=500),
        texts=Texts(welcome="Willkommen! أهلا وسهلا", consent="Ich nehme teil."),
        seed=42,
    )
    items = [Item(f"item {k}", text="text" * (k % 2)) for k in range(9)]
    items.append(Item("picture", PIXEL))
    create_study(path, design, items, [float(k) for k in range(10)])
    survey = Survey(open_study(path))
    for code, count, by_robot in (("P01", 40, False), ("robot", 20, True), ("P02", 24, False)):
        session = survey.start(code, robot=by_robot)
        row = survey.file.sessions[-1]
        facts = {"text": text_digest(design.texts.consent), "language": "en"}
        survey.file.add_event(EventKind.CONSENT, facts, row)
        for k in range(count):
            trial = session.trial
            assert trial is not None
            better = Answer.LEFT if trial.left > trial.right else Answer.RIGHT
            answer = Answer.EQUAL if k % 9 == 8 else better
            detail = Detail(Input.KEY, "Left", shown_ms=1000.0 * k)
            session.answer(answer, seconds=0.5 + k / 100, by_robot=by_robot, detail=detail)
            if k in (15, 30):
                session.undo()
        survey.file.add_note(survey.file.sessions[-1], NoteKind.NOTE, f"{code} was there")
        survey.leave(session)
    exclude(survey.file, ("P02", 1, 5), "The door was opened.")
    survey.close()


if __name__ == "__main__":
    main()
