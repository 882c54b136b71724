"""Prints a page of docs/ as Doxygen takes it: headings get labels, and links lead to those.

    page_filter.py PAGE.md

A label has its page's name and folder in front, for they are shared by all pages. Links out of docs/ become plain text,
as what they lead to is no part of the manual.
"""

import os
import pathlib
import re
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
UP = re.compile(r"(!\[[^\]]*\]\()(?:\.\./)+")  # Doxygen finds pictures by IMAGE_PATH
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")


def name_page(path):
    """The page's path below docs/ as part of a label: docs/figures/grid.md is figures-grid."""
    return "-".join(path.relative_to(DOCS).with_suffix("").parts)


def label(page, heading):
    slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    return f"page-{page}-{slug}"


def follow(path, match):
    text, target = match.groups()
    name, _, anchor = target.partition("#")
    if "://" in target:
        return match[0]
    file = pathlib.Path(os.path.normpath(path.parent / name)) if name else path
    if file.suffix != ".md" or DOCS not in file.parents:
        return text
    other = name_page(file)
    return f'@ref {label(other, anchor) if anchor else "page-" + other} "{text}"'.replace("`", "")


def convert(path, lines):
    page = name_page(path)
    fenced, first, seen = False, True, {}
    for line in lines:
        if line.startswith("```"):
            fenced = not fenced
        heading = re.match(r"(#+) (.*)$", line)
        if first and not heading:  # a title comes first
            continue
        if fenced or line.startswith("    ") or line.startswith("<!-- "):
            yield line
        elif heading and first:
            first = False
            yield f"# {heading[2]} {{#page-{page}}}"
        elif heading:
            name = label(page, heading[2])
            seen[name] = seen.get(name, -1) + 1
            yield f"{heading[1]} {heading[2]} {{#{name}{'-' + str(seen[name]) if seen[name] else ''}}}"
        else:
            yield LINK.sub(lambda match: follow(path, match), UP.sub(r"\1", line))


path = pathlib.Path(sys.argv[1]).resolve()
print("\n".join(convert(path, path.read_text(encoding="utf-8").splitlines())))
