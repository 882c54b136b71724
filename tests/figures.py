"""Writes docs/figures/measured.md: what the physics tests measured in one run, beside what is right and their bounds.

    figures.py LOG PAGE [--compare]

LOG is ctest's LastTest.log of a run with GF_FIGURES=1, in which a test prints `case, measured, expected, low to high` of
each figure that it asserts (tests/support/figures.h). Figures of three digits, so that another run of the same commit
writes the same page. Of a case that a test asserts more than twice the page has the one nearest to a bound.
--compare writes nothing, and prints how the page would change.
"""

import datetime
import difflib
import math
import pathlib
import re
import subprocess
import sys

ROW = re.compile(r"^    (\S.*?) +([-+.\deinfa]+) +([-+.\de]+) +([-+.\deinf]+) to ([-+.\deinf]+)$")
HEAD = """# Measured

What each physics test measured, what is right where that is known, and the bounds it must keep: from one run of commit
{commit}, {date}, {renderer}.
`./run figures` writes this page anew, so that a figure that slips shows as a change of this page; `./run test --all`
prints what would change. Of a case that a test asserts more than twice here is the figure nearest to its bound.
"""


def rounded(number, digits=3):
    """Three digits; what is nothing but rounding noise is told by its size alone."""
    value = float(number)
    return f"{value:.{digits}g}" if abs(value) >= 1e-6 or value == 0.0 else "under 1e-6"


def digits_of(low, high):
    """Three digits, or as many as tell a twentieth of what is between the bounds."""
    low, high = float(low), float(high)
    way, size = high - low, max(abs(low), abs(high))
    return min(8, max(3, math.ceil(math.log10(20.0 * size / way)))) if 0.0 < way < float("inf") else 3


def nearness(row):
    """How far a figure is from what is right, or from the middle of its bounds, on the way to its bound."""
    _, measured, expected, low, high = row
    value, low, high = float(measured), float(low), float(high)
    right = float(expected) if expected != "-" else 0.0 if low == 0.0 else (low + high) / 2.0
    way = (high if value >= right else low) - right
    return abs(value - right) / abs(way) if way and abs(way) != float("inf") else 0.0


def shorten(rows):
    """One row of a case that comes often: the worst, with how many there are."""
    cases = {}
    for row in rows:
        cases.setdefault(row[0], []).append(row)
    short = []
    for case, same in cases.items():
        if len(same) > 2:
            same = [(f"{case} (worst of {len(same)})", *max(same, key=nearness)[1:])]
        short += same
    return short


def read_log(log):
    """The rows of each physics test, by its name without the context; the first context's count."""
    physics = {path.stem for path in pathlib.Path("tests/physics").glob("test_*.c")}
    tests, name = {}, None
    for line in log.splitlines():
        begins = re.match(r"\d+/\d+ Testing: (\S+)$", line)
        if begins:
            name = begins.group(1)
        row = ROW.match(line)
        if row and name and not re.search(r"\.(es30|es30_strict|gl33_strict)$", name):
            test = re.sub(r"(_\d+|_ci|_all)?(\.gl33)?$", "", name)
            if test in physics:
                tests.setdefault(test, {}).setdefault(name, []).append(row.groups())
    return {test: shorten(row for part in sorted(parts) for row in parts[part]) for test, parts in sorted(tests.items())}


def write_page(tests, head):
    lines = head.splitlines()
    for test, rows in tests.items():
        lines += ["", f"## {test}", "", "| case | measured | right | bounds |", "|---|---|---|---|"]
        for case, measured, expected, low, high in rows:
            digits = digits_of(low, high)
            value, least, most = (rounded(number, digits) for number in (measured, low, high))
            right = "" if expected == "-" else rounded(expected, digits)
            lines.append(f"| {case} | {value} | {right} | {least} to {most} |")
    return "\n".join(lines) + "\n"


def said(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def main():
    log, page = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    tests = read_log(log.read_text(errors="replace"))
    if not tests:
        sys.exit(f"figures: {log} has no figures: was it run with GF_FIGURES=1?")
    mesa = said("dpkg-query", "-W", "-f=${Version}", "libgl1-mesa-dri")
    new = write_page(
        tests,
        HEAD.format(
            commit=said("git", "rev-parse", "--short", "HEAD") or "of a source archive",
            date=datetime.date.today().isoformat(),
            renderer=f"Mesa {mesa.split('-')[0]} (llvmpipe)" if mesa else "the renderer of this machine",
        ),
    )
    if "--compare" not in sys.argv:
        page.write_text(new)
        return
    before = page.read_text() if page.is_file() else ""
    for line in difflib.unified_diff(before.splitlines(), new.splitlines(), str(page), "this run", n=0, lineterm=""):
        print(line)


if __name__ == "__main__":
    main()
