#!/usr/bin/env bash
# clang-tidy has nothing to say about the C files that were changed since the main branch (.clang-tidy; ./run tidy), as
# many of them as 8 seconds are enough for. Skipped without clang-tidy, and where git tells of no change.
. "$1/tests/support/package.sh"
. "$source_dir/tools/tidy.sh"
skip_sanitized
need clang-tidy
[[ -f $build_dir/compile_commands.json ]] || skip "no compile_commands.json"
cd "$source_dir"

echo "faults are found"
mkdir "$work/tree"
printf 'int f(int x);\nint f(int x)\n{\n    return x == x ? 1 : 0;\n}\n' >"$work/tree/fault.c"
cp .clang-tidy "$work/tree"
printf '[{"directory": "%s", "file": "%s", "command": "cc -c fault.c"}]\n' "$work/tree" "$work/tree/fault.c" \
    >"$work/tree/compile_commands.json"
if (cd "$work/tree" && tidy_files . 0 fault.c none.c) >"$work/said"; then
    fail "no fault is found"
fi
for word in misc-redundant-expression '1 of 1 files'; do
    grep -q "$word" "$work/said" || fail "it says $(cat "$work/said")"
done

base=$(find_base) || skip "git tells of no commit to compare with"
mapfile -t files < <(list_changed "$base")
tidy_files "$build_dir" 6 "${files[@]}" || fail "see above"
