#!/usr/bin/env bash
# The binary interface: what programs that were built with an earlier version of the headers count on - functions, sizes
# and places of members, numbers of enumerations - is in gpufluid.abi beside this file, and is still so. Of the headers
# alone: each function becomes one without a body, so that no internal type is in it. Arguments: source folder, build
# folder, and `write`: makes gpufluid.abi anew.
. "$1/tests/support/package.sh"
for program in abidw abidiff python3; do
    command -v $program >/dev/null || skip "no $program; abigail-tools has abidw and abidiff"
done
[[ $(uname -m) == x86_64 ]] || skip "the dump is of x86-64"
cc=${CC:-cc}
dump=$source_dir/tests/unit/gpufluid.abi

# make_dump HEADERS FILE
make_dump() {
    mkdir -p "$work/gpufluid"
    python3 - "$1" "$work/gpufluid" <<'PYTHON'
import pathlib, re, sys
for path in pathlib.Path(sys.argv[1]).glob("*.h"):
    text = re.sub(r"//[^\n]*", "", path.read_text())
    made = re.sub(r"(?m)^GF_API ([^;]*);", r"GF_API \1 { __builtin_trap(); }", text)
    pathlib.Path(sys.argv[2], path.name).write_text(made)
PYTHON
    echo '#include <gpufluid/gpufluid.h>' >"$work/functions.c"
    "$cc" -std=c11 -g -fPIC -shared -Wl,-soname,libgpufluid.so.0 -I"$work" "$work/functions.c" -o "$work/functions.so" ||
        fail "the headers' functions cannot be compiled"
    abidw --no-show-locs --no-corpus-path --no-comp-dir-path --no-elf-needed "$work/functions.so" | sed 's/^ *//' >"$2"
}

if [[ ${3:-} == write ]]; then
    make_dump "$source_dir/include/gpufluid" "$dump"
    echo "written: $dump"
    exit 0
fi
# different HEADERS: whether these are not compatible, which $work/report tells.
different() {
    make_dump "$1" "$work/now.abi"
    ! abidiff --no-added-syms "$dump" "$work/now.abi" >"$work/report" 2>&1
}

if different "$source_dir/include/gpufluid"; then
    cat "$work/report" >&2
    fail "programs that were built before do not run with this library. If that is meant (docs/versions.md):
bash tests/unit/test_abi.sh . build write"
fi

# And it would be seen: a member in the middle, a function less, another number of an enumeration, a wider parameter.
for change in 's/int32_t gridWidth;/int32_t added; &/' 's/^GF_API bool gfFluid_StepOnce.*$//' \
    's/GF_SOLVER_GRID,/GF_SOLVER_NONE, &/' 's/gfFluid_Step(gfFluid \*fluid, float dt/gfFluid_Step(gfFluid *fluid, double dt/'; do
    rm -rf "$work/changed"
    cp -r "$source_dir/include/gpufluid" "$work/changed"
    sed -i "$change" "$work"/changed/*.h
    ! diff -rq "$source_dir/include/gpufluid" "$work/changed" >/dev/null || fail "finds nothing to change: $change"
    different "$work/changed" || fail "does not see: $change"
done
echo "$(declared_calls | wc -l) functions as before"
