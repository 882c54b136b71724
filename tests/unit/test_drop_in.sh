#!/usr/bin/env bash
# The library as two files: they compile with gcc and clang without a warning, live next to a host's own glad, show
# nothing but the public calls, and draw the same frame as the library, from a host in C++. This is also where all of
# src/ compiles as one file. Arguments: source folder, build folder, and a part: `short` asks one compiler and draws
# nothing, `long` asks the other one and draws.
. "$1/tests/support/package.sh"
part=${part:-long}
skip_sanitized

# Into a folder of the name by which games include the header.
library=$work/gpufluid
write_drop_in "$library"

echo "warnings"
flags=(-std=c11 -Wall -Wextra -Werror -O0)
compiler=${CC:-cc}
if [[ $part == long ]]; then
    [[ $compiler == *clang* ]] && compiler=gcc || compiler=clang
    command -v "$compiler" >/dev/null || skip "no $compiler"
fi
object=$work/library.o
"$compiler" "${flags[@]}" -fPIC -c "$library/gpufluid.c" -o "$object" || fail "$compiler warns"
"${CC:-cc}" -fsyntax-only "$library/gpufluid.c" || fail "it needs -std=c11" # compilers by default see more of POSIX

echo "presets"
"$compiler" "${flags[@]}" -c "$library/gpufluid_presets.c" -o "$work/presets.o" || fail "$compiler warns of presets"
"${CC:-cc}" "${flags[@]}" -I"$library" "$source_dir/tests/consumer/presets.c" "$work/presets.o" "$object" -lm \
    -o "$work/presets" || fail "presets can't be linked"
[[ $("$work/presets") == "$version" ]] || fail "presets do not work"

echo "C++"
# As some compile all that a folder has: one sentence, and not thousands.
if "${CXX:-c++}" -x c++ -fsyntax-only "$library/gpufluid.c" 2>"$work/said"; then
    fail "it compiles as C++"
fi
(($(grep -c 'error' "$work/said") <= 2)) && grep -q 'compile it with a C compiler' "$work/said" ||
    fail "as C++ it says $(head -n 20 "$work/said")"

echo "symbols"
"${CC:-cc}" -shared "$object" -o "$work/plugin.so" -lm -Wl,--no-undefined || fail "a shared library can't be linked"
expect_declared "a plugin" "$(nm -D --defined-only "$work/plugin.so" | awk '{ print $3 }' | sort)"

cat >"$work/host.c" <<'HOST'
// A host with a glad of its own, whose functions nothing hides.
#define GLAD_GL_IMPLEMENTATION
#include <glad/gl.h>
#include <gpufluid/gpufluid.h>
static GLADapiproc load(void *user, const char *name) { (void)user, (void)name; return 0; }
int main(void)
{
    GladGLContext gl;
    return gladLoadGLContextUserPtr(&gl, load, 0) != 0 || gfCreateDevice(0) != 0;
}
HOST
"${CC:-cc}" "$work/host.c" -I"$work" -I"$glad_dir" "$object" -lm -o "$work/host" || fail "it clashes with a host's glad"
"$work/host" || fail "a host with its own glad"

[[ $part != short ]] || exit 0
echo "a frame"
for file in offscreen headless; do
    "${CC:-cc}" -std=c11 -D_DEFAULT_SOURCE -I"$source_dir/examples" -c "$source_dir/examples/support/$file.c" \
        -o "$work/$file.o" || fail "$file.c"
done
host() { # OUT INCLUDE-FOLDER LIBRARY
    "${CXX:-c++}" -std=c++17 -Wall -Wextra -pedantic -Werror -I"$2" -I"$source_dir/examples" \
        "$source_dir/examples/cpp.cpp" "$work/offscreen.o" "$work/headless.o" "$3" -lGLESv2 -ldl -lm -o "$work/$1" ||
        fail "a host in C++ with $3"
    "$work/$1" --frames 12 --out "$work/$1.png" || fail "$1 does not run"
}
host dropped "$work" "$object"
host linked "$source_dir/include" "$build_dir/src/libgpufluid.a"
expect_colors "$work/linked.png" 101
cmp "$work/dropped.png" "$work/linked.png" || fail "the two draw different frames"
