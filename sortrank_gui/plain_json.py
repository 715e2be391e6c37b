"""JSON that anybody may have written: what no file or screen could take further is refused."""

import json
from typing import Any, NoReturn


def parse_json(text: str | bytes, *, strict: bool = False) -> Any:
    """Return what a JSON text says; a ValueError where its lists are too deep or letters are cut.

    Half of a letter (a lone surrogate) can be escaped in JSON and be saved or printed nowhere.
    `strict` refuses what only Python takes for JSON, too: NaN and Infinity.
    """
    try:
        found = json.loads(text, parse_constant=_refuse if strict else None)
        if ("\\u" if isinstance(text, str) else b"\\u") in text:  # type: ignore[operator]
            json.dumps(found, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("its lists are too deep") from None
    except UnicodeEncodeError:
        raise ValueError("it has half of a letter") from None
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")
