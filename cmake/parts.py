"""The parts of the library, as src/parts.txt lists them."""

import pathlib
import typing


class Part(typing.NamedTuple):
    name: str
    needs: list
    folders: list  # of src/
    shaders: list  # folders of shaders/


def read_parts(root):
    """All parts by name, each after those that it needs."""
    parts = {}
    for line in (pathlib.Path(root) / "src" / "parts.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, needs, folders, shaders = (cell.split() for cell in line.split("|"))
            parts[name[0]] = Part(name[0], needs, folders, shaders)
    return parts


def choose_parts(root, names):
    """Those of these names, and what they need; of no name all. Raises SystemExit where there is none of a name."""
    parts = read_parts(root)
    wanted = set(names or parts) | {"core"}
    for name in wanted:
        if name not in parts:
            raise SystemExit(f"there is no part '{name}'; some of {', '.join(parts)} are expected")
    for part in reversed(parts.values()):  # those that need others come first
        if part.name in wanted:
            wanted |= set(part.needs)
    return [part for part in parts.values() if part.name in wanted]
