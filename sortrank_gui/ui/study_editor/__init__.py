"""The Study tab: items, design and texts, before anyone answers."""

from sortrank_gui.ui.study_editor.study_tab import StudyTab

__all__ = ["StudyTab"]
