#!/usr/bin/env bash
# Builds for Windows with mingw-w64, warnings as errors: the static library, the DLL, which exports what the headers
# declare and nothing else, programs that link them, the two-file form, and the smallest example. Skipped where there is
# no mingw-w64.
. "$1/tests/support/package.sh"
skip_sanitized
cross=x86_64-w64-mingw32
need $cross-gcc

cmake -S "$source_dir" -B "$work/build" -G Ninja --toolchain "$source_dir/cmake/mingw-w64.cmake" \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 -DGPUFLUID_WERROR=ON -DGPUFLUID_BUILD_TESTS=OFF \
    -DGPUFLUID_BUILD_EXAMPLES=OFF -DGPUFLUID_BUILD_BENCH=OFF >"$work/log" || fail "configure: $(cat "$work/log")"
cmake --build "$work/build" >"$work/log" || fail "build: $(cat "$work/log")"
! grep -i 'warning:' "$work/log" || fail "warnings"
cmake --install "$work/build" --prefix "$work/package" >"$work/log" || fail "install: $(cat "$work/log")"

echo "symbols"
dll=$(find "$work/package" -name '*.dll')
exported=$($cross-objdump -p "$dll" | awk '/Ordinal\/Name/ { names = 1; next } NF == 0 { names = 0 } names { print $NF }' |
    sort)
expect_declared "the DLL" "$exported"

echo "programs"
flags=(-std=c11 -Wall -Wextra -pedantic -Werror -O0 -I"$work/package/include")
consumer=$source_dir/tests/consumer/consumer.c
$cross-gcc "${flags[@]}" "$consumer" "$work/package/lib/libgpufluid.a" -o "$work/static.exe" || fail "static"
$cross-gcc "${flags[@]}" -DGPUFLUID_SHARED "$consumer" "$work/package/lib/libgpufluid.dll.a" -o "$work/shared.exe" ||
    fail "shared"
# grep reads all: what it hangs up on would fail, too.
uses() { $cross-objdump -p "$work/$1.exe" | grep -i 'DLL Name: libgpufluid' >/dev/null; }
uses shared || fail "the shared program does not load the DLL"
! uses static || fail "the static program loads the DLL"
! $cross-objdump -p "$dll" | grep -i 'DLL Name: libgcc' || fail "the DLL needs the compiler's"
$cross-gcc "${flags[@]}" -DGPUFLUID_SHARED "$source_dir/tests/consumer/windows.c" "$work/package/lib/libgpufluid.dll.a" \
    -lopengl32 -lgdi32 -o "$work/windows.exe" || fail "a host with a window"
! $cross-objdump -p "$work/static.exe" | grep -E '\] gf' || fail "the static program exports calls"

wine=$(command -v wine64 || ls /usr/lib/wine/wine64 2>/dev/null || true)
if [[ -n $wine ]] && command -v xvfb-run >/dev/null; then
    echo "a fluid under Wine"
    cp "$dll" "$work"
    (cd "$work" && WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' \
        xvfb-run -a "$wine" windows.exe) || fail "a fluid under Wine"
fi

write_drop_in "$work/gpufluid"
$cross-gcc -std=c11 -Wall -Wextra -Werror -O0 -I"$work" "$consumer" "$work/gpufluid/gpufluid.c" \
    -o "$work/drop_in.exe" || fail "the two-file form"

$cross-gcc "${flags[@]}" "$source_dir/tests/consumer/presets.c" "$work/package/lib/libgpufluid_presets.a" \
    "$work/package/lib/libgpufluid.a" -o "$work/presets.exe" || fail "presets"

# GLFW's header is the same everywhere; its library for Windows is not in Debian.
if [[ -e /usr/include/GLFW/glfw3.h ]]; then
    mkdir -p "$work/glfw/GLFW"
    cp /usr/include/GLFW/glfw3.h "$work/glfw/GLFW"
    $cross-gcc "${flags[@]}" -DGLFW_INCLUDE_NONE -I"$work/glfw" -c "$source_dir/examples/minimal.c" \
        -o "$work/minimal.o" || fail "the smallest example"
fi
