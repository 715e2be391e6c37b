"""Pictures in formats that Qt may not know (TIFF, HEIC, AVIF), made into PNG by Pillow.

Pillow is an extra (`pictures`): without it the refusal says what to do instead. The size is
compared with the limits before anything is decoded, and no other decoder is let at the file.
"""

import io
from contextlib import suppress
from importlib import import_module
from typing import Any

from sortrank_gui.errors import InputError
from sortrank_gui.limits import MOST_PICTURE_BYTES, MOST_PIXELS

_BRANDS = {b"avif": "AVIF", b"avis": "AVIF"} | dict.fromkeys(
    (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"), "HEIC"
)
_DECODERS = {"TIFF": "TIFF", "HEIC": "HEIF", "AVIF": "AVIF"}
_AS_THEY_ARE = ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")


def find_foreign_format(data: bytes) -> str:
    """Return the format of a picture that has to be converted; empty for all others."""
    if data.startswith((b"II*\0", b"MM\0*")):
        return "TIFF"
    return _BRANDS.get(data[8:12], "") if data[4:8] == b"ftyp" else ""


def convert_to_png(data: bytes, kind: str, name: str) -> bytes:
    """Return a picture as PNG, upright; of several, the first."""
    pillow = _find_pillow(kind)
    if pillow is None:
        raise InputError(
            f"{name} is a {kind} picture, which SortRank can't show by itself: save it as PNG or "
            "JPEG, or install SortRank with the extra “pictures”."
        )
    try:
        image = pillow.open(io.BytesIO(data), formats=[_DECODERS[kind]])
        if image.width * image.height > MOST_PIXELS:
            raise InputError(
                f"{name} has {image.width:,} x {image.height:,} pixels; up to "
                f"{MOST_PIXELS / 1e6:.0f} million are possible."
            )
        image = import_module("PIL.ImageOps").exif_transpose(image)
        if image.mode not in _AS_THEY_ARE:
            image = image.convert("RGBA" if "A" in image.getbands() else "RGB")
        made = io.BytesIO()
        image.save(made, "PNG")
    except InputError:
        raise
    except Exception as error:  # a decoder may raise anything at a damaged file
        raise InputError(f"{name} can't be shown: {error or 'it is damaged'}.") from error
    if made.tell() > MOST_PICTURE_BYTES:
        raise InputError(f"{name} has more than {MOST_PICTURE_BYTES / 1e6:,.0f} MB as PNG.")
    return made.getvalue()


def _find_pillow(kind: str) -> Any:
    """Return Pillow's module if it reads this format, or None."""
    with suppress(ImportError):
        if kind == "HEIC":
            import_module("pillow_heif").register_heif_opener()
        if kind != "AVIF" or import_module("PIL.features").check("avif"):
            return import_module("PIL.Image")
    return None
