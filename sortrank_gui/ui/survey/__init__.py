"""The Survey tab: the stage, sessions, and the robot participant."""

from sortrank_gui.ui.survey.survey_tab import SurveyTab

__all__ = ["SurveyTab"]
