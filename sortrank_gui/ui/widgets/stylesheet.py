"""The style sheet: cards, buttons, menus and tabs in a theme's colours, on an 8-pixel grid."""

from __future__ import annotations

from dataclasses import asdict
from string import Template
from typing import TYPE_CHECKING

from sortrank_gui.paths import resource

if TYPE_CHECKING:
    from sortrank_gui.ui.widgets.theme import Theme

TAB_GAP = 28


def make_stylesheet(theme: Theme) -> str:
    """Return the style sheet of the whole application."""
    arrows = {name: resource(f"chevron-{name}.svg").as_posix() for name in ("up", "down")}
    tick = resource(f"tick-{theme.name}.svg").as_posix()
    return _SHEET.substitute(asdict(theme), gap=TAB_GAP, tick=tick, **arrows)


_SHEET = Template("""
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QMainWindow, QDialog { background: $background; }
QWidget#header, QMenuBar, QStatusBar { background: $card; }
QWidget#header { border-bottom: 1px solid $line; }
QToolTip { background: $card; color: $text; border: 1px solid $line; padding: 4px 6px; }

QMenuBar { color: $text; padding: 4px 8px 0 8px; border: none; }
QMenuBar::item { padding: 5px 10px; border-radius: 5px; background: transparent; }
QMenuBar::item:selected { background: $well; }
QMenu { background: $card; color: $text; border: 1px solid $line; padding: 6px; }
QMenu::item { padding: 6px 28px 6px 12px; border-radius: 5px; }
QMenu::item:selected { background: $well; }
QMenu::item:disabled { color: $soft; }
QMenu::separator { height: 1px; background: $line; margin: 6px 4px; }

QTabBar { background: transparent; }
QTabBar::tab {
    color: $soft; background: transparent; border: none;
    border-bottom: 4px solid transparent; padding: 12px 0 8px 0; margin-right: ${gap}px;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom: 4px solid $accent; font-weight: bold; }

QFrame#card { background: $card; border: 1px solid $line; border-radius: 10px; }
QFrame#notice { background: $card; border: 1px solid $bad; border-radius: 8px; }
QFrame#notice[good="true"] { border: 1px solid $good; }
QWidget#formBody { background: $card; }
QFrame#rule { background: $line; border: none; max-height: 1px; }
QTabBar#small::tab { padding: 4px 0; margin-right: 20px; border-bottom: 2px solid transparent; }
QTabBar#small::tab:selected { border-bottom: 2px solid $accent; }
QLabel { background: transparent; color: $text; }
QLabel[soft="true"] { color: $soft; }

QPushButton {
    color: $text; background: $background; border: 1px solid $line; border-radius: 6px;
    padding: 5px 14px; min-height: 18px;
}
QPushButton:hover { background: $well; }
QPushButton:pressed { background: $line; }
QPushButton:focus { border: 1px solid $accent; }
QPushButton:disabled { color: $soft; background: $card; }
QPushButton::menu-indicator { image: none; width: 0; }
QPushButton[primary="true"] {
    color: $on_accent; background: $accent; border: 1px solid $accent; font-weight: bold;
}
QPushButton[primary="true"]:hover { background: $accent_strong; border-color: $accent_strong; }
QPushButton[primary="true"]:focus { border: 1px solid $text; }
QPushButton[primary="true"]:disabled {
    color: $soft; background: $well; border: 1px solid $line;
}
QPushButton[large="true"] { min-height: 36px; padding: 8px 32px; border-radius: 8px; }
QPushButton[row="true"] { background: transparent; border: 1px solid transparent; }
QPushButton[row="true"]:hover { background: $well; }
QPushButton[row="true"]:focus { border: 1px solid $accent; }
QPushButton[row="true"] QLabel:disabled { color: $soft; }
QPushButton[fold="true"] {
    text-align: left; background: transparent; border: 1px solid transparent; padding: 2px 0;
}
QPushButton[fold="true"]:hover { color: $accent; }
QPushButton[fold="true"]:focus { color: $accent; text-decoration: underline; }
QPushButton[quiet="true"] {
    color: $soft; background: transparent; border: none; padding: 4px 0;
}
QPushButton[quiet="true"]:hover, QPushButton[quiet="true"]:pressed { color: $text; }
QPushButton[quiet="true"]:checked { color: $accent; }
QPushButton[quiet="true"]:focus { color: $accent; text-decoration: underline; }

QPushButton[toggle="true"]:focus { border-color: $soft; }
QPushButton[toggle="true"]:checked { color: $accent; background: $card; border-color: $accent; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox { min-height: 24px; }
QLineEdit, QAbstractSpinBox, QComboBox {
    color: $text; background: $card; border: 1px solid $line; border-radius: 6px; padding: 2px 8px;
    selection-background-color: $accent; selection-color: $on_accent;
}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
    subcontrol-origin: border; width: 20px; background: transparent; border: none;
}
QAbstractSpinBox::up-button { subcontrol-position: top right; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; }
QAbstractSpinBox::up-arrow { image: url("$up"); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url("$down"); width: 10px; height: 10px; }
QAbstractSpinBox::up-arrow:off, QAbstractSpinBox::down-arrow:off { image: none; }
QComboBox::drop-down {
    subcontrol-origin: border; subcontrol-position: center right; width: 24px; border: none;
}
QComboBox::down-arrow { image: url("$down"); width: 12px; height: 12px; }
QComboBox { combobox-popup: 0; }
QComboBox QAbstractItemView {
    color: $text; background: $card; border: 1px solid $line; padding: 4px; outline: none;
}
QComboBox QAbstractItemView::item { min-height: 26px; padding: 0 6px; border-radius: 5px; }
QComboBox QAbstractItemView::item:selected { color: $text; background: $well; }
QTextBrowser#page { background: transparent; border: none; padding: 0; color: $text; }
QPlainTextEdit {
    color: $text; background: $card; border: 1px solid $line; border-radius: 6px; padding: 2px 4px;
    selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit:focus, QPlainTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {
    border: 1px solid $accent;
}
QLineEdit:disabled, QPlainTextEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {
    color: $soft; background: $background;
}
QAbstractSpinBox QLineEdit, QComboBox QLineEdit { border: none; padding: 0; min-height: 0; }
QCheckBox { spacing: 8px; }
QCheckBox::indicator, QListView::indicator {
    width: 14px; height: 14px; background: $card; border: 1px solid $soft; border-radius: 4px;
}
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border: 1px solid $accent; }
QCheckBox::indicator:checked, QListView::indicator:checked {
    background: $accent; border: 1px solid $accent; image: url("$tick");
}
QListView::indicator:indeterminate { background: $line; border: 1px solid $accent; }
QCheckBox::indicator:checked:focus { border: 1px solid $text; }
QCheckBox::indicator:disabled { border: 1px solid $line; }
QCheckBox::indicator:checked:disabled { background: $soft; border: 1px solid $soft; }
QLabel#problem { color: $bad; }
QListWidget#pairs { background: $card; border: 1px solid $line; border-radius: 6px; }
QListWidget#quiet { background: $card; border: none; }
QListWidget#quiet::item { color: $text; padding: 4px 2px; border-radius: 5px; }
QListWidget#quiet::item:selected { background: $well; }
QTableView#quiet, QTextBrowser#quiet { background: $card; border: none; outline: none; }
QTableView#quiet::item { padding: 4px 8px; }
QTableView#quiet::item:selected { background: $well; color: $text; }
QTableView#quiet QHeaderView { background: $card; }
QTableView#quiet QHeaderView::section {
    background: $card; color: $soft; border: none; border-bottom: 1px solid $line; padding: 6px 8px;
}

QTableView#data { background: $card; color: $text; border: none; outline: 0; }
QTableView#data::item {
    border: none; border-bottom: 1px solid $well; padding: 0 8px;
}
QTableView#data::item:selected { background: $well; color: $text; }
QTableView#data QHeaderView { background: $card; border: none; }
QTableView#data QHeaderView::section {
    background: $card; color: $soft; border: none;
    border-bottom: 1px solid $line; padding: 6px 11px;
}
QTableView#data QHeaderView::section:hover { color: $text; }
QListWidget#navigation { background: transparent; border: none; outline: 0; }
QListWidget#navigation::item {
    color: $soft; border: 1px solid transparent; border-radius: 6px;
    padding: 0 11px; margin-bottom: 2px;
}
QListWidget#navigation::item:hover { color: $text; background: $well; }
QListWidget#navigation::item:selected { color: $text; background: $well; }
QListWidget#navigation::item:focus { border: 1px solid $accent; }
QLineEdit#search {
    background: $card; color: $text; border: 1px solid $line;
    border-radius: 6px; padding: 0 8px;
}
QLineEdit#search:focus { border: 1px solid $accent; }
QWidget#results QScrollArea, QWidget#results QScrollArea > QWidget > QWidget {
    background: transparent;
}

QStatusBar { color: $soft; border-top: 1px solid $line; min-height: 34px; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $soft; }
QSplitter::handle { background: transparent; }

QScrollBar:vertical { background: transparent; width: 8px; margin: 0; border: none; }
QScrollBar::handle:vertical { background: $line; border-radius: 4px; min-height: 24px; }
QScrollBar::handle:vertical:hover { background: $soft; }
QScrollBar:horizontal { background: transparent; height: 8px; margin: 0; border: none; }
QScrollBar::handle:horizontal { background: $line; border-radius: 4px; min-width: 24px; }
QScrollBar::handle:horizontal:hover { background: $soft; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }
""")
