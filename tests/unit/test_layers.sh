#!/usr/bin/env bash
# The rooms of the house, as src/parts.txt lists them. A part includes and calls only itself and what it needs (headers,
# shaders, symbols of its objects); inside a part folders come in order; no folder calls back into one that calls it, and no
# more than three files of a folder call each other in a circle. Files of src/ and shaders/ have at most 600 lines, functions
# 60, and 6 parameters but for public ones. Framebuffers are the business of src/gl/ alone. That no two files have statics of
# one name is seen by test_drop_in.sh, which compiles all as one file.
set -euo pipefail
PYTHONPATH="$1/cmake" python3 - "$1" "$2" <<'PYTHON'
import collections, pathlib, re, subprocess, sys

import parts as list_of_parts

root, build = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
src = root / "src"
parts = list_of_parts.read_parts(root)
wrong = []

place = {}  # folder: (part, its order there)
for part in parts.values():
    for i, folder in enumerate(part.folders):
        place[folder] = (part.name, i)


def needed(name):
    seen = {"core"}
    todo = [name]
    while todo:
        part = todo.pop()
        seen.add(part)
        todo += [other for other in parts[part].needs if other not in seen]
    return seen


needs = {name: needed(name) for name in parts}


def check(user, used, how):
    """That a file of src/ may know another one."""
    a, b = (place.get(pathlib.PurePosixPath(file).parent.as_posix()) for file in (user, used))
    if a is None or b is None:
        wrong.append(f"{user if a is None else used} is in no folder of src/parts.txt")
    elif b[0] not in needs[a[0]]:
        wrong.append(f"{user} {how} {used}, and part '{a[0]}' does not need '{b[0]}'")
    elif a[0] == b[0] and b[1] > a[1]:
        wrong.append(f"{user} {how} {used}, of a folder below its own")


def check_lengths(file, text):
    """That a file, of C or GLSL, and its functions are not too long."""
    lines = text.splitlines()
    if len(lines) > 600:
        wrong.append(f"{file} has {len(lines)} lines")
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{":
            start = number
        elif line == "}" and start is not None:
            if number - start - 1 > 60:
                wrong.append(f"{file}:{start}: a function of {number - start - 1} lines")
            start = None


public = "\n".join(path.read_text() for path in sorted((root / "include").rglob("*.h")))
files = sorted(path.relative_to(src).as_posix() for path in src.rglob("*") if path.suffix in (".c", ".h"))
edges = collections.defaultdict(set)
for file in files:
    text = (src / file).read_text()
    for included in re.findall(r'^#include "([^"]+)"', text, re.M):
        if (src / included).is_file():
            check(file, included, "includes")
    check_lengths(file, text)
    for match in re.finditer(r"^[A-Za-z][\w \*]*\b(\w+)\(([^;{}()]*)\)(?: GF_PRINTF\(\d, \d\))?;?$", text, re.M | re.S):
        if match[2].count(",") >= 6 and f" {match[1]}(" not in public and f"*{match[1]}(" not in public:
            wrong.append(f"{file}: {match[1]} has {match[2].count(',') + 1} parameters")
    if not file.startswith("gl/") and file.endswith(".c"):
        if re.search(r"fn(\.|->)((Bind|Gen|Delete|Blit)Framebuffers?\(|FramebufferTexture2D\(|CheckFramebufferStatus\(|ReadPixels\()", text):
            wrong.append(f"{file} calls the GL's framebuffers, which src/gl/ does")

# Shaders likewise: those that C names, and those that they include.
owner = {folder: part.name for part in parts.values() for folder in part.shaders}
for folder, part in owner.items():
    for path in sorted((root / "shaders" / folder).iterdir()):
        check_lengths(f"shaders/{folder}/{path.name}", path.read_text())
        for included in re.findall(r'^#include "(\w+)/', path.read_text(), re.M):
            if owner[included] not in needs[part]:
                wrong.append(f"shaders/{folder}/{path.name} includes from {included}/, and part '{part}' does not need that")
for file in files:
    for folder in re.findall(r'"(\w+)/\w+\.(?:frag|vert)"', (src / file).read_text()):
        part = place[pathlib.PurePosixPath(file).parent.as_posix()][0]
        if owner.get(folder) not in needs[part]:
            wrong.append(f"{file} names a shader of {folder}/, and part '{part}' does not need that")

# Symbols: of each object what it defines, and what it lacks.
defined, lacks = {}, {}
for part in parts:
    folder = build / "src" / "CMakeFiles" / f"gpufluid_{part}_objects.dir"
    objects = [path.relative_to(folder).as_posix() for path in folder.rglob("*.o")]
    objects = [name for name in objects if (src / name.removesuffix(".o")).is_file()]
    lacks.update((name.removesuffix(".o"), set()) for name in objects)
    told = objects and subprocess.run(["nm", "-o", *objects], cwd=folder, capture_output=True, text=True, check=True).stdout
    for line in told.splitlines() if told else []:
        name, symbol = line.split(".o:", 1)
        fields = symbol.split()
        if len(fields) == 2 and fields[0] == "U":
            lacks[name].add(fields[1].lstrip("_"))
        elif len(fields) == 3 and fields[1] in "TDBRCS":
            defined[fields[2].lstrip("_")] = name
if not lacks:
    print("test_layers: there are no objects to look into", file=sys.stderr)
for user, symbols in lacks.items():
    for symbol in symbols:
        used = defined.get(symbol)
        if used is not None and used != user:
            check(user, used, f"calls {symbol} of")
            edges[user].add(used)


def circles(graph):
    """Strongly connected components of more than one node (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph.get(node, ()):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            circle = []
            while not circle or circle[-1] != node:
                circle.append(stack.pop())
            if len(circle) > 1:
                found.append(sorted(circle))

    sys.setrecursionlimit(10000)
    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


folders = collections.defaultdict(set)
for user, others in edges.items():
    for used in others:
        a, b = (pathlib.PurePosixPath(file).parent.as_posix() for file in (user, used))
        if a != b:
            folders[a].add(b)
wrong += [f"folders in a circle: {', '.join(circle)}" for circle in circles(folders)]
wrong += [f"{len(circle)} files in a circle: {', '.join(circle)}" for circle in circles(edges) if len(circle) > 3]

bases = collections.Counter(pathlib.PurePosixPath(file).name for file in files if file.endswith(".c"))
wrong += [f"{name} is there {count} times" for name, count in bases.items() if count > 1]
print("\n".join(dict.fromkeys(wrong)) or f"{len(files)} files, {len(lacks)} objects, {sum(map(len, edges.values()))} arrows")
sys.exit(bool(wrong))
PYTHON
