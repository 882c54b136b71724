"""Checks README.md, CONTRIBUTING.md and the pages of docs/ and its folders, or with --write puts code into them anew.

    pages.py FOLDER [--write] [--programs FLUID_DEMO FLUID_BAKE]
    pages.py FOLDER --links         of pages that are installed: looks at links alone

A block of code after `<!-- FILE -->` has lines of that file one after the other, however far in they begin; one after
`<!-- all of FILE -->` has all of it. Links lead to files and headings that there are. With --demo, options in commands
are those of the demo's --help. Code may be C or C++. Commands of `./run` are those of its --help.
"""

import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"<!-- (all of )?(\S+) -->\n```c(?:pp)?\n(.*?)```\n", re.S)


def put_code(root, text):
    def replace(match):
        if not match[1]:
            return match[0]
        return f"<!-- all of {match[2]} -->\n```c\n{(root / match[2]).read_text()}```\n"

    return BLOCK.sub(replace, text)


def strip(text):
    return [line.strip() for line in text.strip().splitlines()]


def check_code(root, text):
    for match in BLOCK.finditer(text):
        whole, name, code = match.groups()
        lines, wanted = strip((root / name).read_text()), strip(code)
        if whole and (root / name).read_text() != code:
            yield f"{name} has changed: ./run pages"
        elif not any(lines[i : i + len(wanted)] == wanted for i in range(len(lines))):
            yield f"{name} has no such lines: {wanted[0]} ..."


def anchors(text):
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    for heading in re.findall(r"^#+ (.*)$", text, flags=re.M):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def check_links(root, page, text):
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name) if name else page
        if not file.exists():
            yield f"no file {target}"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
            yield f"no heading {target}"


def commands(text):
    """Commands, those that go on in the next line in one."""
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        for command in re.findall(r"`([^`]+)`", line) if not line.startswith("    ") else [line.strip()]:
            yield command.split(" # ")[0].split("    #")[0].strip()


def check_commands(text, helps):
    for command in commands(text):
        words = re.sub(r"^[a-z/-]*bin/", "", command).split()
        if words[:1] == ["./run"] and len(words) > 1 and re.fullmatch("[a-z][a-z-]*", words[1]):
            if not re.search(rf"^  {words[1]}\b", helps["run"], flags=re.M):
                yield f"no command {words[1]}: {command}"
            words = [f"fluid_{words[1]}", *words[2:]] if words[1] in ("demo", "bake") else []
        if words and words[0].startswith("fluid_") and words[0] in helps:
            for option in (word.split("=")[0] for word in words[1:] if word.startswith("--")):
                if not re.search(rf"{re.escape(option)}\b", helps[words[0]]):
                    yield f"no option {option}: {command}"


def main(arguments):
    root = pathlib.Path(arguments[0]).resolve()
    pages = [root / "README.md", *root.glob("CONTRIBUTING.md"), *sorted((root / "docs").rglob("*.md"))]
    if "--write" in arguments:
        for page in pages:
            text = page.read_text()
            if put_code(root, text) != text:
                page.write_text(put_code(root, text))
        return 0
    if "--links" in arguments:
        faults = []
        for page in pages:
            faults += [f"{page.relative_to(root)}: {fault}" for fault in check_links(root, page, page.read_text())]
        print(*faults, sep="\n", end="\n" if faults else "", file=sys.stderr)
        return 1 if faults else 0
    helps = {"run": subprocess.run([root / "run", "--help"], capture_output=True, text=True, check=True).stdout}
    for program in arguments[arguments.index("--programs") + 1 :] if "--programs" in arguments else []:
        help_text = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
        helps[pathlib.Path(program).name] = help_text
    wrong = 0
    for page in pages:
        text = page.read_text()
        for fault in [*check_code(root, text), *check_links(root, page, text), *check_commands(text, helps)]:
            print(f"{page.relative_to(root)}: {fault}", file=sys.stderr)
            wrong += 1
    shown = (root / "docs/cookbook.md").read_text()
    for recipe in (root / "examples/cookbook").glob("*.c"):
        if "begin(gfDevice" in recipe.read_text() and f"<!-- all of examples/cookbook/{recipe.name} -->" not in shown:
            if recipe.name != "cookbook.c":
                print(f"docs/cookbook.md: {recipe.name} is missing", file=sys.stderr)
                wrong += 1
    return 1 if wrong else 0


sys.exit(main(sys.argv[1:]))
