#!/usr/bin/env bash
# gpufluid.hpp compiles without a warning with gcc and clang, as C++17 and C++20, with and without exceptions; has a
# method for every function of an object; and does what it says in a program that uses it. The example runs.
# Arguments: the source folder, the build folder, and `short`, or `long` for all pairs of compiler and standard, and for
# the example.
. "$1/tests/support/package.sh"
hpp=$build_dir/gpufluid.hpp
[[ -s $hpp ]] || skip "this build makes no gpufluid.hpp"
need_packages egl glesv2
mkdir -p "$work/include/gpufluid"
cp "$hpp" "$work/include/gpufluid"

echo "what is in it"
python3 "$source_dir/bindings/make_hpp.py" --api "$build_dir/gpufluid_api.json" --out "$work/again.hpp"
cmp "$hpp" "$work/again.hpp" || fail "the same description makes another header"
! grep -nE '.{121}' "$hpp" || fail "it has lines that are too long"
python3 - "$build_dir/gpufluid_api.json" "$hpp" <<'PYTHON' || fail "not every function of an object is in it"
import json, re, sys
api, text = json.load(open(sys.argv[1])), open(sys.argv[2]).read()
types = {f"{const}{item['name']} *" for item in api["opaques"] for const in ("", "const ")}
types |= {f"{kind[:-2]}*" for kind in types}
lost = []
for function in api["functions"]:
    own = [part["type"] for part in function["parameters"][:1]] + [function["returns"]]
    if types & set(own) and not re.search(rf"(?<!/// ){function['name']}\(", text):
        lost.append(function["name"])
    if types & set(own) and not function["name"].startswith("gfDestroy"):
        if f"/// {function['name']}:" not in text:
            lost.append(f"the comment of {function['name']}")
print("lost:", lost) if lost else None
sys.exit(bool(lost))
PYTHON

echo "compilers"
compilers=("${CXX:-g++}")
for compiler in g++ clang++; do
    [[ $compiler == "${compilers[0]}" ]] || ! command -v "$compiler" >/dev/null || compilers+=("$compiler")
done
includes=(-I"$source_dir/include" -I"$work/include" -I"$source_dir/examples")
strict=(-Wall -Wextra -Wconversion -Wshadow -pedantic -Werror)
calls=$source_dir/tests/bindings/cpp_calls.cpp
example=$source_dir/bindings/cpp/example.cpp
tried=("${compilers[-1]}:c++20") # the program that follows is C++17, by the first one
[[ $part == short ]] || tried=("${compilers[@]/%/:c++17}" "${compilers[@]/%/:c++20}")
for pair in "${tried[@]}"; do
    echo "$pair"
    compile=("${pair%:*}" "-std=${pair#*:}" "${strict[@]}" "${includes[@]}" -fsyntax-only)
    "${compile[@]}" -fno-exceptions -fno-rtti "$calls" || fail "$calls without exceptions"
    if [[ $part == long ]]; then
        "${compile[@]}" "$calls" || fail "$calls"
        "${compile[@]}" "$example" || fail "$example"
    fi
done

echo "a program that uses it"
sanitize=()
if [[ -n "${GF_SANITIZE:-}" ]]; then
    sanitize=(-fsanitize=address -fsanitize=undefined)
fi
echo '#include <stb/stb_image_write.h>' | ${CC:-cc} -E -x c - >/dev/null 2>&1 || skip "no stb"
for source in offscreen headless; do
    ${CC:-cc} -std=c11 -D_DEFAULT_SOURCE -I"$source_dir/include" -I"$source_dir/examples" -c \
        "$source_dir/examples/support/$source.c" -o "$work/$source.o"
done
link() { # PROGRAM SOURCE FLAGS
    "${compilers[0]}" -std=c++17 "${strict[@]}" "${includes[@]}" "${sanitize[@]}" "${@:3}" "$2" \
        "$work"/{offscreen,headless}.o "$build_dir/src/libgpufluid.a" -lEGL -lGLESv2 -ldl -lm -o "$1"
}
export ASAN_OPTIONS=detect_leaks=0 # of drivers that were unloaded; the program counts the library's own objects
link "$work/calls" "$calls" || fail "it does not compile"
"$work/calls" || fail "with exceptions"
[[ $part == long ]] || exit 0
link "$work/calls_plain" "$calls" -fno-exceptions -fno-rtti || fail "it does not compile without exceptions"
"$work/calls_plain" || fail "without exceptions"

echo "the example"
link "$work/example" "$example"
"$work/example" --frames 30 --out "$work/raii.png" >"$work/printed" || fail "the example"
grep -q '^fastest: [0-9.]* m/s$' "$work/printed" || fail "it prints $(cat "$work/printed")"
expect_colors "$work/raii.png" 501
