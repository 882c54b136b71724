"""Writes the library as two files: gpufluid.h, the public headers, and gpufluid.c, all else, glad and shaders too.

Beside them two more, gpufluid_presets.h and gpufluid_presets.c, for a game that reads presets of the demo.
"""

import argparse
import pathlib
import re

import parts

INCLUDE = re.compile(r'^#include ["<]([^">]+)[">]')
SYSTEM = re.compile(r"^\s*#\s*include <(\w+\.h)>")
# Of C11, those that every compiler has.
STANDARD = "assert ctype errno float inttypes limits math stdarg stdbool stddef stdint stdio stdlib string time".split()

HEADER_TOP = """\
// libgpufluid {version} as two files; see gpufluid.c. Made by `./run drop-in` out of include/gpufluid/; do not edit.
"""

SOURCE_TOP = """\
// libgpufluid {version} as two files: compile this one as C11 and include gpufluid.h. Nothing else is needed, but -lm.
// Made by `./run drop-in` out of src/, shaders/ and what glad 2 wrote; do not edit.
// Parts of the library that it has: {parts}.
//
{licence}
#if defined(__cplusplus)
#error "gpufluid.c is C11: compile it with a C compiler (cc -std=c11 -c gpufluid.c); gpufluid.h is for C++, too"
#else
#include "gpufluid.h"

{system}

// Only what gpufluid.h declares is seen from outside of a program or shared library.
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif
#define GLAD_GL_IMPLEMENTATION
"""

SOURCE_END = """
#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#endif // C++
"""

PRESETS_TOP = """\
// Presets of libgpufluid {version} as two files, beside gpufluid.h and gpufluid.c. Made by `./run drop-in` out of
// presets/; do not edit.
"""


class Joiner:
    """Copies files one after the other, and each that is included in its place the first time."""

    def __init__(self, folders, known=()):
        self.folders = folders
        self.seen = set(known)

    def find(self, name):
        found = [folder / name for folder in self.folders if (folder / name).is_file()]
        return found[0] if found else None

    def lines(self, path, shown):
        self.seen.add(path.resolve())
        yield f"// ---- {shown}"
        for line in path.read_text(encoding="utf-8").splitlines():
            match = INCLUDE.match(line)
            inner = self.find(match[1]) if match else None
            if inner is None:  # the line is none of ours: code, or a header of the system's
                yield line
            elif inner.resolve() not in self.seen:
                yield from self.lines(inner, match[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, required=True, help="folder of the sources")
    parser.add_argument("--glad", type=pathlib.Path, required=True, help="glad/gl.h as generated")
    parser.add_argument("--shaders", type=pathlib.Path, required=True, help="folder of what embed_shaders.py wrote")
    parser.add_argument("--with", dest="parts", default="", help="parts of src/parts.txt, with commas; none: all")
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder to write to")
    arguments = parser.parse_args()
    root = arguments.root
    chosen = parts.choose_parts(root, [name for name in arguments.parts.split(",") if name])

    headers = Joiner([root / "include"])
    lines = [HEADER_TOP.format(version=arguments.version)]
    lines += headers.lines(root / "include" / "gpufluid" / "gpufluid.h", "gpufluid/gpufluid.h")
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "gpufluid.h").write_text("\n".join(lines) + "\n", encoding="utf-8")

    licence = "\n".join(f"// {line}".rstrip() for line in (root / "LICENSE").read_text(encoding="utf-8").splitlines())
    folders = [root / "include", root / "src", root / "shaders", arguments.glad.parent.parent]
    sources = Joiner(folders, headers.seen)
    # glad's functions are defined where glad is first included.
    lines = [*sources.lines(root / "src" / "gl" / "context.h", "gl/context.h")]
    for part in chosen:
        for folder in part.folders:
            for path in sorted((root / "src" / folder).glob("*.c")):
                if path.name != "loader.c":
                    lines += sources.lines(path, path.relative_to(root).as_posix())
        shaders = arguments.shaders / f"gf_shaders_{part.name}.c"
        lines += sources.lines(shaders, shaders.name) if part.shaders else []
    lines += parts.list_modules(chosen)
    # What the system declares must not be hidden, too, so all its headers come first.
    included = {match[1] for match in map(SYSTEM.match, lines) if match and match[1][:-2] in STANDARD}
    system = "\n".join(f"#include <{name}>" for name in sorted(included))
    names = ", ".join(part.name for part in chosen)
    top = SOURCE_TOP.format(version=arguments.version, licence=licence, system=system, parts=names)
    (arguments.out / "gpufluid.c").write_text("\n".join([top, *lines, SOURCE_END]), encoding="utf-8")

    write_presets(root, arguments.out, arguments.version, headers.seen)


def write_presets(root, out, version, known):
    """The two files of presets. `known`: what gpufluid.h has."""
    folders, top = [root / "include", root / "presets"], PRESETS_TOP.format(version=version)
    header = Joiner(folders, known)
    lines = [top, '#include "gpufluid.h"', *header.lines(root / "presets" / "gpufluid_presets.h", "gpufluid_presets.h")]
    (out / "gpufluid_presets.h").write_text("\n".join(lines) + "\n", encoding="utf-8")
    joiner, lines = Joiner(folders, header.seen), [top, '#include "gpufluid_presets.h"']
    for path in sorted((root / "presets").glob("*.c")):
        lines += joiner.lines(path, path.relative_to(root).as_posix())
    (out / "gpufluid_presets.c").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
