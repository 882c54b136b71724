#!/usr/bin/env bash
# What scripts of tests share; to be sourced. $source_dir, $build_dir, $part: what a script is handed, the part where it
# has some. $work: a folder for the test alone; it goes with the test. $version: of the headers.
set -euo pipefail
source_dir=$1
build_dir=$2
part=${3:-}
. "$source_dir/tests/support/commit_seed.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(sed -n 's/.*GF_VERSION_STRING "\(.*\)"/\1/p' "$source_dir/include/gpufluid/base.h")

# What Python made: in the build folder, or in a source archive's own.
glad_dir=$build_dir/glad/include
shader_folder=$build_dir/src/shaders
if [[ -d "$source_dir/generated" ]]; then
    glad_dir=$source_dir/generated
    shader_folder=$source_dir/generated
fi

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# skip WHY: ends the test as neither passed nor failed.
skip() {
    echo "skipped: $*"
    exit 77
}

# need PROGRAM...: skips the test without one of them.
need() {
    local program
    for program; do
        command -v "$program" >/dev/null || skip "no $program"
    done
}

need_packages() {
    local package
    for package; do
        pkg-config --exists "$package" || skip "no $package"
    done
}

# expect_colors PICTURE LEAST: the picture has so many colours.
expect_colors() {
    local colors
    colors=$("$build_dir/bin/count_colors" "$1") || fail "no picture $1"
    ((colors >= $2)) || fail "$1 has $colors colours, and at least $2 were expected"
}

skip_sanitized() {
    [[ -z "${GF_SANITIZE:-}" ]] || skip "a library with sanitizers is not handed out"
}

# The names of all public functions, sorted.
declared_calls() {
    sed -nE 's/^GF_API [^(]*\b(gf[A-Za-z0-9_]+)\(.*/\1/p' "$source_dir"/include/gpufluid/*.h | sort
}

# expect_declared WHAT NAMES: what is exported is what the headers declare.
expect_declared() {
    [[ "$2" == "$(declared_calls)" ]] || fail "$1 exports other than declared: $(diff <(echo "$2") <(declared_calls))"
}

# write_archive NAME [PARTS]: the source archive, unpacked, as $work/NAME.
write_archive() {
    cmake -D "SOURCE_DIR=$source_dir" -D "BUILD_DIR=$work" -D "NAME=$1" -D "GLAD_HEADER=$glad_dir/glad/gl.h" \
        -D "SHADERS=$shader_folder" -D "WITH=${2:-}" -P "$source_dir/cmake/archive.cmake" || fail "no archive"
    (cd "$work" && cmake -E tar xf "$1.tar.xz") || fail "it can't be unpacked"
}

# write_drop_in FOLDER [PARTS]: the library as two files.
write_drop_in() {
    python3 "$source_dir/cmake/amalgamate.py" --root "$source_dir" --glad "$glad_dir/glad/gl.h" \
        --shaders "$shader_folder" --version "$version" --with "${2:-}" --out "$1" || fail "no two-file form"
}
