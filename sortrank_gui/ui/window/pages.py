"""The tabs of the window. A page that is ready adds its line here; it is made when first shown."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore

StudyPageMaker = Callable[[OpenStudy, ImageStore], QWidget]
FreePageMaker = Callable[[], QWidget]


@dataclass(frozen=True, slots=True)
class StudyPage:
    """A tab that needs an open study."""

    title: str
    make: StudyPageMaker


@dataclass(frozen=True, slots=True)
class FreePage:
    """A tab that is there without a study too; it may have `set_study(study | None)`."""

    title: str
    make: FreePageMaker


def _make_study(study: OpenStudy, images: ImageStore) -> QWidget:
    from sortrank_gui.ui.study_editor.study_page import StudyPage

    return StudyPage(study, images)


def _make_survey(study: OpenStudy, images: ImageStore) -> QWidget:
    from sortrank_gui.ui.survey.survey_page import SurveyPage

    return SurveyPage(study, images)


def _make_results(study: OpenStudy, images: ImageStore) -> QWidget:
    from sortrank_gui.ui.results.results_page import ResultsPage

    return ResultsPage(study, images)


def _make_simulation() -> QWidget:
    from sortrank_gui.ui.simulation.simulation_page import SimulationPage

    return SimulationPage()


SURVEY = "Survey"
STUDY_PAGES: tuple[StudyPage, ...] = (
    StudyPage("Study", _make_study),
    StudyPage(SURVEY, _make_survey),
    StudyPage("Results", _make_results),
)
FREE_PAGES: tuple[FreePage, ...] = (FreePage("Simulation", _make_simulation),)
