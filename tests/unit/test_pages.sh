#!/usr/bin/env bash
# README.md and docs/: code on a page is that of the file it comes from, links lead somewhere, commands and options are
# there, the gallery has every scene, and pictures are small.
. "$1/tests/support/package.sh"
command -v python3 >/dev/null || skip "no Python"

programs=("$build_dir/bin/fluid_demo" "$build_dir/bin/fluid_bake")
python3 "$source_dir/tests/support/pages.py" "$source_dir" --programs "${programs[@]}" || fail "see above"
"$build_dir/bin/gallery_page" "$source_dir/docs" | cmp - "$source_dir/docs/gallery.md" ||
    fail "docs/gallery.md is not what gallery_page prints: ./run pages"
weight=$(cat "$source_dir"/docs/{scenes,moments}.jpg "$source_dir"/docs/gallery/*.jpg 2>/dev/null | wc -c) || true
((weight < 3000000)) || fail "the gallery's pictures take $weight bytes"

echo "faults are found"
mkdir -p "$work/docs" "$work/examples/cookbook"
cp -r "$source_dir/run" "$source_dir/tools" "$work"
printf 'int a;\nint b;\n' >"$work/examples/x.c"
touch "$work/README.md"
finds() { # TEXT MESSAGE
    printf '%b' "$1" >"$work/docs/cookbook.md"
    if python3 "$source_dir/tests/support/pages.py" "$work" --programs "${programs[@]}" 2>"$work/said"; then
        fail "no fault is found in: $1"
    fi
    grep -qF "$2" "$work/said" || fail "of $1 it says $(cat "$work/said")"
}
finds '<!-- examples/x.c -->\n```c\nint a;\nint c;\n```\n' "no such lines"
finds '<!-- all of examples/x.c -->\n```c\nint a;\n```\n' "has changed"
finds '[x](none.md)\n' "no file none.md"
finds '# One\n[x](#two)\n' "no heading #two"
finds '    ./run nothing\n' "no command nothing"
finds '    ./run demo --nothing\n' "no option --nothing"
finds '    fluid_demo --headless --nothing 3\n' "no option --nothing"
finds '    fluid_bake --nothing --out x.png\n' "no option --nothing"
printf '# One\n<!-- examples/x.c -->\n```c\n  int b;\n```\n[x](#one) `./run demo --headless`\n' >"$work/docs/cookbook.md"
python3 "$source_dir/tests/support/pages.py" "$work" --programs "${programs[@]}" || fail "a page without a fault has one"
printf '<!-- all of examples/x.c -->\n```c\n```\n' >"$work/docs/cookbook.md"
python3 "$source_dir/tests/support/pages.py" "$work" --write
grep -qx 'int b;' "$work/docs/cookbook.md" || fail "the code is not put in"
