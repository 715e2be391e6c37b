"""Pictures that are in no study file now: pasted ones, and removed ones that may come back."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from sortrank_gui.safe_files import remove_folder
from sortrank_gui.study.file.places import picture_path
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item, Variant

Shown = TypeVar("Shown", Item, Variant)


class KeptPictures:
    """A temporary folder, and which picture came from which file."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="sortrank-edit-", ignore_cleanup_errors=True)
        self.folder = Path(self._folder.name)
        self._digests: dict[Path, str] = {}

    def learn(self, sent: Iterable[Item], stored: Iterable[Item]) -> None:
        """Note which digest the file gave to the picture of each file."""
        for item, saved in zip(sent, stored, strict=True):
            if item.image is not None:
                self._digests[item.image] = saved.digest
            if item.variants:
                digests = {each.name: each.digest for each in saved.variants}
                for each in item.variants:
                    if each.image is not None:
                        self._digests[each.image] = digests[each.name]

    def settle(self, item: Item, in_file: set[str]) -> Item:
        """Return the item with its pictures from the study, else from here, else as they were."""
        if item.variants and any(each.image or each.digest for each in item.variants):
            variants = tuple(self._settle(each, in_file) for each in item.variants)
            item = replace(item, variants=variants)
        return self._settle(item, in_file)

    def _settle(self, item: Shown, in_file: set[str]) -> Shown:
        digest = item.digest or self._digests.get(item.image or Path(), "")
        if not digest:
            return item
        if digest in in_file:
            return replace(item, image=None, digest=digest)
        kept = self._path(digest)
        if kept in self._digests:
            return replace(item, image=kept, digest="")
        return item

    def keep(self, digests: Iterable[str]) -> "KeepJob":
        """Return the job that takes pictures out of a file, before it drops them."""
        paths = {digest: self._path(digest) for digest in digests}
        self._digests |= {path: digest for digest, path in paths.items()}
        return KeepJob(paths)

    def forget(self, _file: StudyFile) -> None:
        """Remove the folder; a job like `keep`, since a file may still take pictures from it."""
        remove_folder(self._folder)

    def _path(self, digest: str) -> Path:
        return picture_path(self.folder, digest)


class KeepJob:
    """Copies pictures out of a study; runs where the file is."""

    def __init__(self, paths: dict[str, Path]) -> None:
        self._paths = paths

    def __call__(self, file: StudyFile) -> None:
        """Write those that are not there yet."""
        for digest, path in self._paths.items():
            if not path.exists():
                path.write_bytes(file.image(digest))
