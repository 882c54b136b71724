#!/usr/bin/env bash
# The Debian package: unpacked into a folder, without root, its library is linked through pkg-config and CMake and draws
# a fluid, its demo runs, and its manual page has every option.
. "$1/tests/support/package.sh"
skip_sanitized
need cpack dpkg-deb dpkg-shlibdeps
cc=${CC:-cc}

(cd "$work" && cpack -G DEB --config "$build_dir/CPackConfig.cmake" -B "$work/pack") >"$work/log" ||
    fail "cpack: $(cat "$work/log")"
package=$(echo "$work"/pack/*.deb)
[[ $(basename "$package") == gpufluid_${version}_$(dpkg --print-architecture).deb ]] || fail "its name is $package"
[[ $(dpkg-deb -f "$package" Version) == "$version" ]] || fail "its version is $(dpkg-deb -f "$package" Version)"
[[ $(dpkg-deb -f "$package" Depends) == *'libc6 (>='* ]] || fail "it depends on $(dpkg-deb -f "$package" Depends)"
root=$work/root
dpkg-deb -x "$package" "$root"
for file in bin/fluid_demo bin/fluid_bake share/man/man1/fluid_bake.1 lib/libgpufluid.a lib/libgpufluid_presets.a include/gpufluid_presets.h lib/libgpufluid.so.0 include/gpufluid/gpufluid.h \
    lib/pkgconfig/gpufluid.pc share/man/man1/fluid_demo.1 share/doc/gpufluid/docs/guide.md; do
    [[ -s $root/usr/$file ]] || fail "it has no usr/$file"
done
if command -v python3 >/dev/null; then
    doc=$root/usr/share/doc/gpufluid
    python3 "$source_dir/tests/support/pages.py" "$doc" --links || fail "a link of its pages is dead"
    rm "$doc/examples/minimal.c"
    python3 "$source_dir/tests/support/pages.py" "$doc" --links 2>/dev/null &&
        fail "a dead link is not found"
fi
if [[ -s $build_dir/gpufluid_api.json ]]; then
    cmp "$build_dir/gpufluid_api.json" "$root/usr/share/gpufluid/gpufluid_api.json" || fail "it has no gpufluid_api.json"
    [[ -s $root/usr/share/gpufluid/gpufluid_cdef.h ]] || fail "it has no gpufluid_cdef.h"
fi
grep -rlF -e "$build_dir" -e "$source_dir" "$root/usr/lib" --include='*.cmake' --include='*.pc' &&
    fail "a file in it names the folder where it was built"

export PKG_CONFIG_PATH=$root/usr/lib/pkgconfig PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 \
    PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 LD_LIBRARY_PATH=$root/usr/lib
read -ra options < <(pkg-config --cflags --libs gpufluid)
"$cc" -Wall -Werror "$source_dir/tests/consumer/consumer.c" "${options[@]}" -o "$work/consumer" || fail "no link"
[[ $("$work/consumer") == "$version" ]] || fail "another version is linked"
[[ $(ldd "$work/consumer") == *"$root/usr/lib/libgpufluid.so.0"* ]] || fail "it is not the package's library"

echo "a fluid"
if pkg-config --exists glesv2; then
    "$cc" -std=c11 -D_DEFAULT_SOURCE -I"$source_dir/examples" "$source_dir"/examples/{queries.c,support/offscreen.c} \
        "$source_dir/examples/support/headless.c" "${options[@]}" -lGLESv2 -lm -ldl -o "$work/queries" ||
        fail "an example can't be linked"
    (cd "$work" && ./queries --frames 4 --out queries.png) || fail "an example does not run"
    "$build_dir/bin/count_colors" "$work/queries.png" >/dev/null || fail "an example draws nothing"
fi

echo "the programs and their manual pages"
demo=$root/usr/bin/fluid_demo
[[ $("$demo" --version) == *"$version"* ]] || fail "fluid_demo --version"
"$demo" --headless --grid 32x32 --size 64x64 --frames 2 --no-cache --out "$work/demo.png" >"$work/log" 2>&1 ||
    fail "fluid_demo: $(cat "$work/log")"
for program in fluid_demo fluid_bake; do
    page=$root/usr/share/man/man1/$program.1
    sed 's/\\-/-/g' "$page" >"$work/manual"
    "$root/usr/bin/$program" --help >"$work/help"
    while read -r option; do
        grep -q -e "^\.B $option\b" "$work/manual" || fail "$program.1 lacks $option"
    done < <(sed -nE 's/^  (--[a-z-]+).*/\1/p' "$work/help")
    if command -v man >/dev/null; then
        complaints=$(MANROFFSEQ='' MANWIDTH=100 man --warnings -l "$page" 2>&1 >/dev/null)
        [[ -z $complaints ]] || fail "man complains of $program.1: $complaints"
    fi
done
