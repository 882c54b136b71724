"""The parts of the library, as src/parts.txt lists them. As a program: takes parts that were not asked for out of a copy of
the sources, and puts the shaders of the others into its generated/."""

import argparse
import pathlib
import shutil
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


def list_modules(chosen):
    """The lines of C that list the modules and shaders of parts, as cmake/parts.cmake writes them into a file."""
    sets = [part.name for part in chosen if part.shaders]
    yield "// ---- the modules and shaders of this build"
    yield from (f"extern const gfModule gf_module_{part.name};" for part in chosen)
    yield "const gfModule *const gf_modules[] = {" + ", ".join(f"&gf_module_{part.name}" for part in chosen) + "};"
    yield "const int gf_moduleCount = GF_COUNT(gf_modules);"
    yield "const gfShaderSet *const gf_shaderSets[] = {" + ", ".join(f"&gf_shaders_{name}" for name in sets) + "};"
    yield "const int gf_shaderSetCount = GF_COUNT(gf_shaderSets);"


def prune(root, tree, shaders, names):
    chosen = choose_parts(root, names)
    left_out = [part for name, part in read_parts(root).items() if name not in {part.name for part in chosen}]
    for part in left_out:
        for folder in [tree / "src" / name for name in part.folders] + [tree / "shaders" / name for name in part.shaders]:
            shutil.rmtree(folder)
    listing = tree / "src" / "parts.txt"
    lines = listing.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not any(line.split("|")[0].strip() == part.name for part in left_out)]
    listing.write_text("\n".join(kept) + "\n", encoding="utf-8")
    for part in chosen:
        if part.shaders:
            shutil.copy(shaders / f"gf_shaders_{part.name}.c", tree / "generated")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, required=True, help="folder of the sources")
    parser.add_argument("--with", dest="parts", default="", help="parts, with commas; none: all")
    parser.add_argument("--prune", type=pathlib.Path, required=True, help="the copy")
    parser.add_argument("--shaders", type=pathlib.Path, required=True, help="folder of what embed_shaders.py wrote")
    arguments = parser.parse_args()
    names = [name for name in arguments.parts.split(",") if name]
    prune(arguments.root, arguments.prune, arguments.shaders, names)


if __name__ == "__main__":
    main()
