#!/usr/bin/env bash
# Installs the build, moves the prefix, and links it from C and C++, through CMake and pkg-config, static and shared.
# Then looks at the symbols that the two libraries show.
. "$1/tests/support/package.sh"
skip_sanitized
cc=${CC:-cc}
cxx=${CXX:-c++}
flags=(-Wall -Wextra -pedantic -Werror)

cmake --install "$build_dir" --prefix "$work/first" >"$work/install.log" || fail "install: $(cat "$work/install.log")"
if find "$work/first" -iname '*glad*' | grep .; then
    fail "something of glad is installed"
fi
if grep -rlF -e "$work/first" -e "$build_dir" "$work/first" --include='*.cmake' --include='*.pc'; then
    fail "an installed file names the folder where it was built or first installed"
fi
mv "$work/first" "$work/moved"
prefix=$work/moved
pc_file=$(find "$prefix" -name gpufluid.pc)
lib_dir=$(dirname "$(dirname "$pc_file")")

expect() {
    local output
    output=$("$@") || fail "$* ended with $?"
    [[ "$output" == "$version" ]] || fail "$* printed '$output', not '$version'"
}

PKG_CONFIG_PATH=$(dirname "$pc_file")
export PKG_CONFIG_PATH
version=$(pkg-config --modversion gpufluid)

echo "CMake, find_package"
for shared in OFF ON; do
    cmake -S "$source_dir/tests/consumer" -B "$work/cmake-$shared" -G Ninja -DCMAKE_C_COMPILER="$cc" \
        -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$prefix" -DBUILD_SHARED_LIBS=$shared >"$work/log" ||
        fail "configure: $(cat "$work/log")"
    cmake --build "$work/cmake-$shared" >"$work/log" || fail "build: $(cat "$work/log")"
    for program in "$work/cmake-$shared"/gpufluid*_{c,cpp}; do
        expect "$program"
    done
done
uses_shared() { readelf -d "$1" | grep -q 'NEEDED.*libgpufluid\.so\.0'; }
uses_shared "$work/cmake-ON/gpufluid_c" || fail "BUILD_SHARED_LIBS=ON did not choose the shared library"
! uses_shared "$work/cmake-OFF/gpufluid_c" || fail "the static library is not the default"

echo "pkg-config"
# The linker prefers a shared library, so the static one is linked from a copy without the other.
cp -r "$prefix" "$work/static"
find "$work/static" -name 'libgpufluid.so*' -delete
link() { # COMPILER SOURCE OUT PKG-CONFIG-OPTIONS
    local compiler=$1 source=$2 out=$3 cflags libs
    shift 3
    read -ra cflags < <(pkg-config "$@" --cflags gpufluid)
    read -ra libs < <(pkg-config "$@" --libs gpufluid)
    "$compiler" "${flags[@]}" "${cflags[@]}" "$source" -o "$out" "${libs[@]}" || fail "$compiler cannot link $out"
}
link "$cc" "$source_dir/tests/consumer/consumer.c" "$work/shared_c"
link "$cxx" "$source_dir/tests/consumer/consumer.cpp" "$work/shared_cpp"
export PKG_CONFIG_PATH="${PKG_CONFIG_PATH/"$prefix"/"$work/static"}"
link "$cc" "$source_dir/tests/consumer/consumer.c" "$work/static_c" --static
link "$cxx" "$source_dir/tests/consumer/consumer.cpp" "$work/static_cpp" --static
"$cc" "${flags[@]}" -I"$prefix/include" "$source_dir/tests/consumer/presets.c" -L"$work/static/${lib_dir#"$prefix"/}" \
    -lgpufluid_presets -lgpufluid -lm -o "$work/presets_c" || fail "presets can't be linked"
expect "$work/presets_c"
for language in c cpp; do
    expect env LD_LIBRARY_PATH="$lib_dir" "$work/shared_$language"
    expect "$work/static_$language"
done

echo "symbols"
expect_declared "the shared library" "$(nm -D --defined-only "$lib_dir/libgpufluid.so" | awk '{ print $3 }' | sort)"
foreign=$(nm -g --defined-only "$lib_dir/libgpufluid.a" | awk 'NF == 3 && $3 !~ /^gf/ { print $3 }')
[[ -z "$foreign" ]] || fail "the static library defines $foreign"
foreign=$(nm -g --defined-only "$lib_dir/libgpufluid_presets.a" |
    awk 'NF == 3 && $3 !~ /^(gf(Read|Load)Preset|gfRetuneFluid|(Tunable|Preset)s?_.*|(tunables?|preset)[A-Z].*)$/ { print $3 }')
[[ -z "$foreign" ]] || fail "the library of presets defines $foreign"
# A static program keeps the library to itself, also where it is linked without any shared one.
"$cc" -static "${flags[@]}" -I"$prefix/include" "$source_dir/tests/consumer/consumer.c" "$lib_dir/libgpufluid.a" -lm \
    -o "$work/alone_c" || fail "a program without shared libraries"
expect "$work/alone_c"
for program in "$work"/{static_c,static_cpp,alone_c,cmake-OFF/gpufluid_c,cmake-OFF/gpufluid_cpp}; do
    ! nm -D --defined-only "$program" 2>&1 | grep ' gf' || fail "$program exports the library"
done
