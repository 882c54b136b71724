#!/usr/bin/env bash
# Passes name uniforms by what stands in shaders after "u_". No list has them all, so this looks: each name that C gives
# is some shader's, and each uniform of a shader is given by some C.
set -euo pipefail
python3 - "$1" <<'PYTHON'
import pathlib, re, sys

root = pathlib.Path(sys.argv[1])
read = lambda folder, kinds: [(path, path.read_text()) for path in sorted((root / folder).rglob("*")) if path.suffix in kinds]
shaders = read("shaders", (".frag", ".vert", ".glsl"))
code = read("src", (".c", ".h"))
declared = {}
for path, text in shaders:
    for name in re.findall(r"^\s*uniform\s+(?:highp\s+|mediump\s+)?\w+\s+u_(\w+)", text, re.M):
        declared.setdefault(name, path)
given = {}
for path, text in code:
    for name in re.findall(r"\bGF_(?:IN|IN_FIELD|IN_LINEAR|IN_BY|F1|F2|F4|F4V|M4|I1|I2|I4|I4V)\((\w+),", text):
        given.setdefault(name, path)
    for name in re.findall(r'\{\s*"(\w+)",\s*(?:GF_(?:FLOATS|VEC2S|VEC4S|MAT4S|INTS|IVEC2S|IVEC4S)|[^"}]*\.id)', text):
        given.setdefault(name, path)
    for name in re.findall(r'FindInput\(\w+, "(\w+)"\)', text):
        given.setdefault(name, path)
given.pop("uniform", None)
wrong = [f"{path.relative_to(root)}: no shader has a uniform u_{name}" for name, path in given.items() if name not in declared]
quoted = {name for _, text in code for name in re.findall(r'"(\w+)"', text)}
wrong += [f"{path.relative_to(root)}: nobody gives u_{name}" for name, path in declared.items()
          if name not in given and name not in quoted]
print("\n".join(wrong) or f"{len(declared)} uniforms, {len(given)} names given")
sys.exit(bool(wrong))
PYTHON
