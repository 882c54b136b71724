#!/usr/bin/env bash
# Names that are used without a list of them all. Passes name uniforms by what stands in shaders after "u_": each name
# that C gives is some shader's, and each uniform of a shader is given by some C. Those that common/cover.vert has in every
# program are of one type in all shaders, as both stages of a program share their names: some drivers link them whatever
# their types are, others refuse. What docs/architecture.md names is there: code and files. And solvers' files have names
# of their own.
set -euo pipefail
python3 - "$1" <<'PYTHON'
import pathlib, re, sys

root = pathlib.Path(sys.argv[1]).resolve()
read = lambda folder, kinds: [(path, path.read_text()) for path in sorted((root / folder).rglob("*")) if path.suffix in kinds]
shaders = read("shaders", (".frag", ".vert", ".glsl"))
code = read("src", (".c", ".h"))
declared = {}
for path, text in shaders:
    for name in re.findall(r"^\s*uniform\s+(?:highp\s+|mediump\s+)?\w+\s+u_(\w+)", text, re.M):
        declared.setdefault(name, path)
given = {}
for path, text in code:
    for name in re.findall(r"\bGF_(?:IN|IN_FIELD|IN_LINEAR|IN_BY|F1|F2|F2V|F4|F4V|M4|I1|I2|I4|I4V)\((\w+),", text):
        given.setdefault(name, path)
    for name in re.findall(r'\{\s*"(\w+)",\s*(?:GF_(?:FLOATS|VEC2S|VEC4S|MAT4S|INTS|IVEC2S|IVEC4S)|[^"}]*\.id)', text):
        given.setdefault(name, path)
    for name in re.findall(r'Find\(\w+, "(\w+)"\)', text):
        given.setdefault(name, path)
given.pop("uniform", None)
wrong = [f"{path.relative_to(root)}: no shader has a uniform u_{name}" for name, path in given.items() if name not in declared]
quoted = {name for _, text in code for name in re.findall(r'"(\w+)"', text)}
wrong += [f"{path.relative_to(root)}: nobody gives u_{name}" for name, path in declared.items()
          if name not in given and name not in quoted]
types = {}
for _, text in shaders:
    for type_, name in re.findall(r"^\s*uniform\s+(?:highp\s+|mediump\s+)?(\w+)\s+u_(\w+)", text, re.M):
        types.setdefault(name, set()).add(type_)
depth = 0
for line in (root / "shaders/common/cover.vert").read_text().splitlines():
    depth += line.startswith("#if") - line.startswith("#endif")
    name = re.match(r"uniform .*u_(\w+)", line) if depth == 0 else None
    if name and len(types[name[1]]) > 1:
        wrong.append(f"shaders/common/cover.vert: u_{name[1]} is also of another type: {', '.join(sorted(types[name[1]]))}")
page = (root / "docs/architecture.md").read_text()
folders = ("src", "include", "shaders", "tests", "cmake", "examples", "presets", "bench", "bindings")
files = [path for folder in folders for path in (root / folder).rglob("*") if path.is_file()]
kinds = (".c", ".h", ".glsl", ".frag", ".vert", ".txt", ".sh", ".py", ".cmake", ".cpp")
everything = "\n".join(path.read_text(errors="ignore") for path in files if path.suffix in kinds)
wrong += [f"docs/architecture.md: there is no {name}" for name in sorted(set(re.findall(r"`([A-Za-z_]\w+)(?:\(\))?`", page)))
          if name not in everything and name != "u_name"]
wrong += [f"docs/architecture.md: there is no file {name}" for name in sorted(set(re.findall(r"`([\w/]+\.(?:c|h|frag|glsl|vert))`", page)))
          if not re.search("NAME|FOLDER", name) and not any(path.as_posix().endswith("/" + name) for path in files)]
bases = [path.name for path in (root / "src/solvers").rglob("*.c")]
wrong += [f"src/solvers: {name} is there twice" for name in sorted(set(bases)) if bases.count(name) > 1]
print("\n".join(wrong) or f"{len(declared)} uniforms, {len(given)} names given")
sys.exit(bool(wrong))
PYTHON
