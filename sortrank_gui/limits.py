"""How large things from outside may be, in one table, so that nothing fills the memory."""

# Files of text, tables and comparisons
MOST_TEXT_BYTES = 200_000_000
"""Of a file, once it is unpacked."""
MOST_ROWS = 5_000_000
MOST_COLUMNS = 1_000
LONGEST_CELL = 1_000_000
MOST_COMPARISONS = 50_000_000
MOST_JSON_BYTES = 50_000_000
"""Of JSON, which takes ten times the room in memory."""

# Pictures
MOST_PICTURE_BYTES = 100_000_000
MOST_PIXELS = 60_000_000
"""240 MB in memory; Qt refuses a little more by itself."""
MOST_FRAMES = 1_000
MOST_PDF_PAGES = 500
"""Of one file."""

MOST_CHILD_SECONDS = 8.0
"""Of processor time that one picture takes to decode and draw, in a process of its own."""
MOST_WAITED_SECONDS = 30.0
"""Whatever else the machine does meanwhile."""
MOST_CHILD_BYTES = 1_500_000_000
"""Of memory that it takes there."""

# Studies
MOST_ITEMS = 100_000
LONGEST_NAME = 200
LONGEST_TEXT = 100_000
LONGEST_PICTURE = 1_400_000
"""Letters for the bytes of a page's picture."""
LONGEST_CODE = 64
MOST_STEPS = 200
MOST_FIELDS = 200
"""Questions of one questionnaire."""
MOST_CHOICES = 20_000
"""Answers to choose from in one questionnaire, those of all rows of a matrix."""
MOST_CONTEXTS = 2_000
MOST_CONDITIONS = 100
MOST_CODES = 100_000
"""Codes of participants, and pairs with a known answer."""
MOST_LISTED = 1_000
"""Of whatever else a design lists: tags, keys, options, languages."""
LONGEST_READ_SECONDS = 300
"""Of one look into a study file; a million answers take a few seconds."""
MOST_COUNTED = 1_000_000_000
"""Trials, rounds, steps: no session ever has so many."""

# Answers of others that become a study
MOST_ANSWERS = 2_000_000
MOST_PEOPLE = 20_000
