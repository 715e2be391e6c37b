"""The errors whose text is a sentence that a user can act on."""


class SortrankError(Exception):
    """Something that a user can understand and mend; the text says what and where."""


class InputError(SortrankError, ValueError):
    """Data or settings that can't be used; nothing was changed."""


class CodeError(InputError):
    """A code with which nobody can begin."""

    word = "code_wrong"
    """The key of what a participant who typed it reads, in the study's language."""


class UsedCodeError(CodeError):
    """A code with which somebody has taken part, or does so now."""

    word = "code_used"


class StudyFileError(SortrankError):
    """A study file that can't be read or written."""


class StudyAstrayError(StudyFileError):
    """The file that is open is not the one at its path any more; a copy can still be saved."""


class ReplayError(SortrankError):
    """Answers that do not belong to the questions of this seed and strategy."""


class InferenceError(SortrankError):
    """An estimate that does not exist for this data."""


class LabError(SortrankError):
    """Something that the lab's server can't do, or may not do for us."""


class LabGoneError(LabError):
    """The lab's server can't be reached now; what was under way may be tried again."""
