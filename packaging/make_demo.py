"""Make the demo study: 30 pictures of scattered dots with their true counts.

Run it by path, `python packaging/make_demo.py`; the same pictures come out on every machine.

How it works: counts grow by four per cent, so that neighbours are hard to tell apart and extremes
are easy. Dots are placed largest first, each at the candidate that is farthest from all dots so
far (Mitchell's best candidate), which gives an even scatter without a grid. The total ink grows
slower than the count and with noise of its own: neither the grey of a picture nor the size of
its dots tells the count. Edges are smoothed by exact coverage, without a drawing library.
"""

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage, qRgba

FOLDER = Path(__file__).parent.parent / "resources" / "demo"
ITEMS = 30
FEWEST, GROWTH = 36, 1.04
SIDE, MARGIN, CORNER = 960, 64, 28
CANDIDATES = 24
LEVELS = 48  # steps of an edge's smoothness; 5 times as many fit into 256 colours
PAPER = (251, 250, 246)
INKS = ((31, 47, 79), (44, 95, 138), (92, 155, 183), (214, 138, 60))
INK_SHARES = (0.46, 0.27, 0.17, 0.10)
SEED = 20


def main() -> None:
    """Write every picture and `study.json` into the demo folder."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    order = np.random.default_rng(SEED).permutation(ITEMS)
    items = [make_item(int(place)) for place in order]
    study = {"title": "Dots", "prompt": "Which picture has more dots?", "items": items}
    (FOLDER / "study.json").write_text(json.dumps(study, indent=1) + "\n", encoding="utf-8")


def make_item(place: int) -> dict[str, str | int]:
    """Draw the picture at this place of the true order; return its entry in the study."""
    count = round(FEWEST * GROWTH**place)
    random = np.random.default_rng([SEED, place])
    radii = draw_radii(count, random)
    centres = scatter(radii, random)
    inks = random.choice(len(INKS), size=count, p=INK_SHARES)
    image = f"dots-{place + 1:02}.png"
    save(paint(centres, radii, inks), FOLDER / image)
    return {"name": f"dots {place + 1:02}", "image": image, "count": count}


def draw_radii(count: int, random: np.random.Generator) -> NDArray[np.float64]:
    """Return radii, largest first, whose total area grows with the root of the count, noisily."""
    sizes = random.uniform(0.55, 1.35, size=count)
    ink = 74_000 * np.sqrt(count / FEWEST) * np.exp(random.normal(0, 0.13))
    return np.sort(sizes * np.sqrt(ink / (np.pi * np.sum(sizes**2))))[::-1]


def scatter(radii: NDArray[np.float64], random: np.random.Generator) -> NDArray[np.float64]:
    """Return centres that keep every dot apart from the others and off the margin."""
    centres = np.empty((len(radii), 2))
    for k, radius in enumerate(radii):
        low, high = MARGIN + radius, SIDE - MARGIN - radius
        candidates = random.uniform(low, high, size=(CANDIDATES, 2))
        apart = np.linalg.norm(candidates[:, None] - centres[None, :k], axis=2) - radii[:k] - radius
        to_edge = np.minimum(candidates - low, high - candidates).min(axis=1)
        gaps = np.minimum(apart.min(axis=1, initial=SIDE), 3 * to_edge + 8)
        centres[k] = candidates[np.argmax(gaps)]
        assert gaps.max() > 6, "dots touch: use more candidates"
    return centres


def paint(
    centres: NDArray[np.float64], radii: NDArray[np.float64], inks: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """Return the picture as indices of the colour table: dots on paper with round corners.

    Every ink has LEVELS steps of coverage after its start; the paper's come last.
    """
    ys, xs = np.mgrid[:SIDE, :SIDE] + 0.5
    indices = len(INKS) * LEVELS + steps(paper_coverage(xs, ys))
    for (x, y), radius, ink in zip(centres, radii, inks, strict=True):
        rows = slice(int(y - radius - 1), int(y + radius + 2))
        columns = slice(int(x - radius - 1), int(x + radius + 2))
        part = (rows, columns)
        covered = steps(np.clip(radius + 0.5 - np.hypot(xs[part] - x, ys[part] - y), 0, 1))
        indices[part] = np.where(covered > 0, ink * LEVELS + covered, indices[part])
    return indices.astype(np.uint8)


def steps(coverage: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return coverages from 0 to 1 as whole steps."""
    return np.rint(coverage * (LEVELS - 1)).astype(np.int64)


def paper_coverage(xs: NDArray[np.float64], ys: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much of each pixel lies on the sheet, whose corners are round."""
    half = SIDE / 2
    beyond = [np.maximum(np.abs(axis - half) - (half - CORNER), 0) for axis in (xs, ys)]
    return np.clip(CORNER + 0.5 - np.hypot(*beyond), 0, 1)


def colour_table() -> list[int]:
    """Return the colours behind the indices: ink fading into paper, then paper into nothing."""
    shares = np.linspace(0, 1, LEVELS)
    blends = [np.array(PAPER) + share * np.subtract(ink, PAPER) for ink in INKS for share in shares]
    opaque = [qRgba(*(round(float(part)) for part in blend), 255) for blend in blends]
    return opaque + [qRgba(*PAPER, round(255 * float(share))) for share in shares]


def save(indices: NDArray[np.uint8], path: Path) -> None:
    """Write the indexed picture as a PNG file."""
    image = QImage(indices.tobytes(), SIDE, SIDE, SIDE, QImage.Format.Format_Indexed8)
    image.setColorTable(colour_table())
    if not image.save(str(path)):
        raise OSError(f"{path} could not be written.")


if __name__ == "__main__":
    main()
