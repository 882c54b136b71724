#!/usr/bin/env bash
# Parts of the library alone: a program of smoke and one of water over ground are linked with what they need, through
# CMake, pkg-config and two files, and draw; smoke needs at most 55 % of the library's bytes; and an archive of some
# parts builds. Arguments: source folder, build folder, and a part: `long` is the archive, `short` all else.
. "$1/tests/support/package.sh"
part=${part:-long}
skip_sanitized
[[ -f "$build_dir/src/libgpufluid_core.a" ]] || skip "parts are no libraries of their own here"
cc=${CC:-cc}
examples=$source_dir/examples
export LIBGL_ALWAYS_SOFTWARE=1

sources=("$examples/support/offscreen.c" "$examples/support/headless.c")

expect_picture() { # PROGRAM
    "$1" "$1.png" || fail "$1 ended with $?"
    expect_colors "$1.png" 51
}

archive_of_parts() {
    local name=gpufluid-$version
    write_archive "$name" grid,draw
    [[ ! -e "$work/$name/src/solvers/gaussian" && -e "$work/$name/src/solvers/grid" ]] || fail "it has the wrong parts"
    cmake -S "$work/$name" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_C_FLAGS_DEBUG=-O0 -DGPUFLUID_WERROR=ON >"$work/log" 2>&1 || fail "configure: $(cat "$work/log")"
    cmake --build "$work/build" >"$work/log" || fail "build: $(tail -n 30 "$work/log")"
    "$cc" -D_DEFAULT_SOURCE -I"$work/$name/include" -I"$examples" "$source_dir/tests/parts/smoke.c" "${sources[@]}" \
        "$work/build/src/libgpufluid.a" -lGLESv2 -ldl -lm -o "$work/smoke_archive" || fail "its library can't be linked"
    expect_picture "$work/smoke_archive"
}
if [[ $part == long ]]; then
    archive_of_parts
    exit 0
fi

echo "CMake components"
cmake --install "$build_dir" --prefix "$work/package" >"$work/log" || fail "install: $(cat "$work/log")"
cmake -S "$source_dir/tests/parts" -B "$work/cmake" -G Ninja -DCMAKE_C_COMPILER="$cc" -DEXAMPLES="$examples" \
    -DCMAKE_PREFIX_PATH="$work/package" >"$work/log" 2>&1 || fail "configure: $(cat "$work/log")"
cmake --build "$work/cmake" >"$work/log" || fail "build: $(cat "$work/log")"
for program in smoke shallow; do
    expect_picture "$work/cmake/$program"
done
# A snapshot of the whole library, which holds chunks of modules that have nothing.
"$build_dir/bin/fluid_demo" --headless --scene smoke --size 64x64 --grid 64x64 --frames 3 --save "$work/whole.snapshot" \
    --out "$work/whole.png" >"$work/log" 2>&1 || fail "fluid_demo: $(cat "$work/log")"
"$work/cmake/smoke" "$work/smoke.png" "$work/whole.snapshot" || fail "smoke does not load the whole library's snapshot"
# What a part does not need is not there.
! nm "$work/cmake/smoke" | grep -E 'gf_(module|shaders)_(gaussian|particles|shallow|bodies|surface|fluid3d)$' | grep -v ' w ' ||
    fail "smoke is linked with more"

echo "pkg-config"
PKG_CONFIG_PATH=$(dirname "$(find "$work/package" -name gpufluid-grid.pc)")
export PKG_CONFIG_PATH
read -ra options < <(pkg-config --static --cflags --libs gpufluid-grid gpufluid-draw)
"$cc" -D_DEFAULT_SOURCE -I"$examples" "$source_dir/tests/parts/smoke.c" "${sources[@]}" "${options[@]}" -lGLESv2 -ldl \
    -lm -o "$work/smoke_pc" || fail "pkg-config: $(printf ' %s' "${options[@]}")"
expect_picture "$work/smoke_pc"

echo "two files"
write_drop_in "$work/gpufluid" grid,draw
"$cc" -std=c11 -O0 -Wall -Wextra -Werror -c "$work/gpufluid/gpufluid.c" -o "$work/grid_draw.o" || fail "it does not compile"
"$cc" -D_DEFAULT_SOURCE -I"$work" -I"$examples" "$source_dir/tests/parts/smoke.c" "${sources[@]}" "$work/grid_draw.o" \
    -lGLESv2 -ldl -lm -o "$work/smoke_dropped" || fail "it can't be linked"
expect_picture "$work/smoke_dropped"

echo "sizes"
bytes() { # LIBRARIES: of code and data
    size -t "$@" | awk 'END { print $4 }'
}
all=$(bytes "$build_dir/src/libgpufluid.a")
for library in "$build_dir"/src/libgpufluid_*.a; do
    name=$(basename "$library" .a)
    printf '%-12s %8d\n' "${name#libgpufluid_}" "$(bytes "$library")"
done
smoke=$(bytes "$build_dir"/src/libgpufluid_core.a)
smoke=$((smoke + $(bytes "$build_dir"/src/libgpufluid_grid.a) + $(bytes "$build_dir"/src/libgpufluid_draw.a)))
printf '%-12s %8d, %d %%\n' all "$all" 100 "core, grid and draw" "$smoke" $((100 * smoke / all))
((100 * smoke <= 55 * all)) || fail "smoke alone is more than 55 %"
