"""Who was invited, who counts, and who does not and why: the first numbers of a report."""

from collections.abc import Mapping
from dataclasses import dataclass

from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.exclusions import Exclusion
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.selection import find_excluded


@dataclass(frozen=True, slots=True)
class Participation:
    """Counts of people, and what was excluded; robots are counted apart."""

    took_part: int
    """People with a session in the file, excluded ones too."""
    declined: int
    """Who did not consent; nothing of them is kept."""
    withdrew: int
    """Whose data was deleted when they asked for it."""
    robots: int
    """Sessions of robots."""
    excluded: tuple[Exclusion, ...]
    """People, sessions and trials, as they are excluded now."""
    is_told_apart: bool = True
    """Whether anybody knows who is who: some imported tables do not say it."""

    @property
    def invited(self) -> int:
        """Everybody who came."""
        return self.took_part + self.declined + self.withdrew

    @property
    def people_by_reason(self) -> Mapping[str, list[str]]:
        """The codes of excluded people, by reason."""
        found: dict[str, list[str]] = {}
        for each in self.excluded:
            if each.session is None:
                found.setdefault(each.reason, []).append(each.participant)
        return found

    @property
    def parts(self) -> list[Exclusion]:
        """Excluded sessions and trials of people who count."""
        return [each for each in self.excluded if each.session is not None]


def count_participation(study: Everything) -> Participation:
    """Return the counts of a study, whatever is selected of it."""
    kinds = [event.kind for event in study.events]
    robots = [row for row in study.sessions.values() if row.is_robot]
    people = {row.participant for row in study.sessions.values() if not row.is_robot}
    return Participation(
        took_part=len(people),
        declined=kinds.count(EventKind.DECLINED),
        withdrew=kinds.count(EventKind.WITHDRAW),
        robots=len(robots),
        excluded=tuple(find_excluded(study).excluded.values()),
        is_told_apart=study.origin is None or study.origin.people,
    )
