#!/usr/bin/env bash
# Every C file compiles with clang, too, without a warning: it finds conversions that gcc lets pass. Skipped where there
# is no clang. Arguments: the source folder, the build folder (with compile_commands.json), and a part: `short` has the
# library alone, `long` all else.
set -euo pipefail

command -v clang >/dev/null 2>&1 || exit 77
cd "$2"
[[ -s compile_commands.json ]] || exit 77
python3 - "$1/src/" "${3:-long}" <<'PYTHON'
import concurrent.futures, json, os, shlex, subprocess, sys

def check(command):
    words = shlex.split(command["command"])
    at = words.index("-o")
    words = [word for i, word in enumerate(words[1:], 1) if i not in (at, at + 1) and word not in ("-c", "-Werror")]
    words = [word for word in words if not word.startswith(("-O", "-fsanitize"))]
    return subprocess.run(["clang", "-fsyntax-only", "-Werror"] + words, cwd=command["directory"], text=True,
                          capture_output=True)

commands = [command for command in json.load(open("compile_commands.json")) if command["file"].endswith(".c")]
assert len(commands) > 100, len(commands)
commands = [c for c in commands if c["file"].startswith(sys.argv[1]) == (sys.argv[2] == "short")]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    runs = list(pool.map(check, commands))
failed = [run.stderr for run in runs if run.returncode != 0]
print("".join(failed), f"{len(failed)} of {len(runs)} files have warnings", sep="")
sys.exit(1 if failed else 0)
PYTHON
