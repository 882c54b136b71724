#!/usr/bin/env bash
# Builds the examples against an installed package, as a game would, and runs each without a display: what it prints,
# and that its picture has something in it. A new example is a row below and one in examples/installed/CMakeLists.txt.
# Arguments: source folder, build folder, and `short`, which runs a third of them, others with the next commit; `long`:
# all, with clang and the shared library; or `sanitized`: the examples and what they leave behind, under the sanitizers.
. "$1/tests/support/package.sh"

# Name, frames of a short run, colours that the picture has at least, what is printed (extended regular expression).
table='
sdl2      8 500 ^$
sdl_renderer 45 400 ^$
game     40 900 ^$
software  8 400 [1-9].pictures.taken
cpp      10 900 ^$
boat     40 900 ^$
chipmunk 16 300 ^(.*Chipmunk.*NDEBUG.*)?$
box2d    16 300 ^$
preset   31 400 ^$
queries  70 999 pushed.by.[1-9][0-9]*.N.*the.sill.is.wet.*the.door.opens.*[^0-9]0.waits
'

skip_sanitized
need_packages sdl2 gl egl glesv2 box2d
echo '#include <chipmunk/chipmunk.h>' | ${CC:-cc} -E -x c - >/dev/null 2>&1 || skip "no Chipmunk"

cc=${CC:-cc}
cxx=${CXX:-c++}
shared=OFF
flags=-Werror
if [[ $part == sanitized ]]; then
    flags="-Werror -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-sanitize=shift" # of stb
    export LSAN_OPTIONS=suppressions=$source_dir/tests/lsan.supp:print_suppressions=0
fi
if [[ $part == long ]]; then
    command -v clang++ >/dev/null || skip "no clang"
    cc=clang cxx=clang++ shared=ON
fi
cmake --install "$build_dir" --prefix "$work/package" >"$work/log" || fail "install: $(cat "$work/log")"
cmake -S "$source_dir/examples/installed" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="$cc" \
    -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$work/package" -DBUILD_SHARED_LIBS=$shared \
    -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" >"$work/log" || fail "configure: $(cat "$work/log")"
cmake --build "$work/build" >"$work/log" || fail "build: $(cat "$work/log")"

if [[ $part == long ]]; then
    echo "pkg-config"
    PKG_CONFIG_PATH=$(dirname "$(find "$work/package" -name gpufluid.pc)")
    export PKG_CONFIG_PATH
    read -ra options < <(pkg-config --cflags --libs gpufluid egl glesv2)
    "$cc" -std=c11 "$source_dir/examples/software.c" "${options[@]}" -o "$work/software" || fail "pkg-config"
fi

export SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy
turn=$(git -C "$source_dir" rev-list --count HEAD 2>/dev/null) || turn=0
while read -r name frames colors expected; do
    [[ -n "$name" ]] || continue
    source=$(find "$source_dir/examples" -name "$name.c" -o -name "$name.cpp")
    lines=$(wc -l <"$source")
    ((lines < 230)) || fail "$name has $lines lines"
    turn=$((turn + 1))
    [[ $part != short ]] || ((turn % 3 == 0)) || continue
    picture=$work/$name.png
    # A host that ends its display unloads the driver, and then none can tell whose the driver's leaks are.
    ASAN_OPTIONS=detect_leaks=$(grep -c support/offscreen.h "$source") || true
    export ASAN_OPTIONS
    "$work/build/example_$name" --frames "$frames" --out "$picture" >"$work/out" 2>"$work/err" ||
        fail "$name: $(cat "$work/out" "$work/err")"
    [[ ! -s "$work/err" ]] || fail "$name complains: $(cat "$work/err")"
    [[ "$(tr '\n' ' ' <"$work/out")" =~ $expected ]] || fail "$name prints $(cat "$work/out")"
    expect_colors "$picture" "$colors"
    # What can't be written is said.
    if [[ $part == long ]] && "$work/build/example_$name" --frames 1 --out "$work/none/x.png" 2>/dev/null >&2; then
        fail "$name does not notice that its picture can't be written"
    fi
done <<<"$table"

echo "a preset that is wrong"
if "$work/build/example_preset" --preset "$source_dir/LICENSE" --out "$work/wrong.png" 2>"$work/err" ||
    ! grep -q 'LICENSE: line 1: this is no preset' "$work/err"; then
    fail "it is not told: $(cat "$work/err")"
fi

[[ $part != short ]] || exit 0
echo "a saved game"
game() { ASAN_OPTIONS=detect_leaks=0 "$work/build/example_game" "$@" || fail "game $*"; }
game --frames 12 --out "$work/whole.png"
game --frames 6 --save "$work/game.sav"
game --load "$work/game.sav" --frames 6 --out "$work/loaded.png"
cmp "$work/whole.png" "$work/loaded.png" || fail "a game that was loaded goes on otherwise"
