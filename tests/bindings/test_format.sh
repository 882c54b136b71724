#!/usr/bin/env bash
# The package's printf (bindings/js/src/format.js) against C's: many values of all formats, and each format of the
# library is one of those that it knows.
. "$1/tests/support/package.sh"
command -v node >/dev/null || skip "there is no node"

here=$source_dir/tests/bindings/js
"${CC:-cc}" -std=c11 -Wall -Werror -Wno-format-nonliteral "$here/formats.c" -o "$work/formats" ||
    fail "formats.c does not compile"
"$work/formats" >"$work/lines" || fail "formats.c does not run"
cp "$source_dir/bindings/js/src/format.js" "$work/format.mjs"
node "$here/format.mjs" "$work/format.mjs" "$work/lines" || fail "see above"

known='^%[-+ 0]*([0-9]+|\*)?(\.([0-9]+|\*))?(ll|z)?[diuxXcsfegG%]'
unknown=$(grep -rhoE '"[^"]*%[^"]*"' "$source_dir/src" "$source_dir/presets" --include=*.c --include=*.h |
    grep -oE '%[-+ 0]*[*0-9.]*[a-zA-Z%]+' | grep -vE "$known" || true)
[[ -z "$unknown" ]] || fail "the library has formats that format.js does not know: $unknown"
