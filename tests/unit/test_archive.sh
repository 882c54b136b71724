#!/usr/bin/env bash
# The source archive has all sources, and builds and installs the library with nothing but CMake, Ninja and a C
# compiler: no Python, no git, none of what tests and examples ask for.
. "$1/tests/support/package.sh"
skip_sanitized
[[ ! -d "$source_dir/generated" ]] || skip "an archive makes no archive"

name=gpufluid-$version
write_archive "$name"
tree=$work/$name

# All that git knows is in it, but for what belongs to the repository.
if listed=$(git -C "$source_dir" ls-files 2>/dev/null) && [[ -n "$listed" ]]; then
    while read -r file; do
        [[ $file == .ci/* || $file == .github/* || $file == .gitignore || ! -e "$source_dir/$file" || -e "$tree/$file" ]] ||
            fail "$file is not in the archive"
    done <<<"$listed"
fi

# Programs that there are; and CMake finds no library, header or package.
mkdir "$work/bin"
for program in cmake ninja "${CC:-cc}" as ld ar ranlib; do
    ln -s "$(command -v "$program")" "$work/bin/$(basename "$program")"
done
alone() {
    env -i PATH="$work/bin" HOME="$work" "$@" >"$work/log" 2>&1 || fail "$*: $(cat "$work/log")"
}
alone cmake -S "$tree" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="$work/bin/$(basename "${CC:-cc}")" \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 -DGPUFLUID_WERROR=ON -DCMAKE_FIND_ROOT_PATH="$work/none" \
    -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY \
    -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY
! grep -iE 'python|glad_program|jansson|cmocka|glfw' "$work/build/CMakeCache.txt" || fail "it looks for more"
alone cmake --build "$work/build"
alone cmake --install "$work/build" --prefix "$work/package"
PKG_CONFIG_PATH=$(dirname "$(find "$work/package" -name gpufluid.pc)")
export PKG_CONFIG_PATH
read -ra options < <(pkg-config --cflags --libs gpufluid)
"${CC:-cc}" "$source_dir/tests/consumer/consumer.c" "${options[@]}" -o "$work/consumer" || fail "it can't be linked"
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH") "$work/consumer" || fail "it does not run"
