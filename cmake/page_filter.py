"""Prints a page of docs/ as Doxygen takes it: headings get labels, and links lead to those.

    page_filter.py PAGE.md

A label has its page's name in front, for they are shared by all pages. Links out of docs/ become plain text, as what
they lead to is no part of the manual.
"""

import pathlib
import re
import sys

LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")


def label(page, heading):
    slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    return f"page-{page}-{slug}"


def follow(page, match):
    text, target = match.groups()
    name, _, anchor = target.partition("#")
    if "://" in target:
        return match[0]
    if name and (not name.endswith(".md") or "/" in name):
        return text
    other = pathlib.Path(name).stem if name else page
    return f'@ref {label(other, anchor) if anchor else "page-" + other} "{text}"'.replace("`", "")


def convert(page, lines):
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
            yield LINK.sub(lambda match: follow(page, match), line)


path = pathlib.Path(sys.argv[1])
print("\n".join(convert(path.stem, path.read_text(encoding="utf-8").splitlines())))
