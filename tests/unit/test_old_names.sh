#!/usr/bin/env bash
# The tables of old calls and names in docs/versions.md: the headers have no old one. That of names is sorted, and the
# headers have each new name.
. "$1/tests/support/package.sh"
cc=${CC:-cc}
need "$cc"
sed -n '/^## Old names/,$s/^| `\([^`]*\)` | `\([^`]*\)` |$/\1 \2/p' "$source_dir/docs/versions.md" >"$work/names"
[[ -s $work/names ]] || fail "docs/versions.md has no table of old names"
LC_ALL=C sort -cu -k1,1 "$work/names" || fail "the table is not sorted by old names, or has one twice"
declared_calls >"$work/calls"
# Old calls and members, one a line. Those of emitters that add stay out: others still have them.
awk -F '`' '/^## / { calls = $0 == "## Calls" }
    calls && /^\| `/ && $3 !~ /of an emitter/ {
        sub(/\(.*/, "", $2)
        print $2
        sub(/\..*/, "", $2)
        for (i = 3; $i == ", "; i += 2) print $2 $(i + 1)
    }' "$source_dir/docs/versions.md" >"$work/old"
[[ -s $work/old ]] || fail "docs/versions.md has no table of old calls"
cut -d' ' -f1 "$work/names" >>"$work/old"

# uses NAME: C that compiles only if the headers have it.
uses() {
    case $1 in
    *.*) echo "(int)offsetof(${1%.*}, ${1#*.})," ;;
    *) if grep -qx "$1" "$work/calls"; then echo "(int)sizeof(&$1),"; else echo "(int)sizeof($1),"; fi ;;
    esac
}

# compiles NAME...: whether the headers have all of these.
compiles() {
    {
        printf '%s\n' '#include <gpufluid/gpufluid.h>' 'int names[] = {'
        for name; do
            uses "$name"
        done
        echo '};'
    } >"$work/names.c"
    "$cc" -std=c11 -Wall -Werror -fsyntax-only -I"$source_dir/include" "$work/names.c" 2>"$work/report"
}

mapfile -t new < <(cut -d' ' -f2 "$work/names")
compiles "${new[@]}" || fail "not all new names are there: $(cat "$work/report")"
while read -r old; do
    if [[ $old == *.* ]]; then
        ! compiles "$old" || fail "$old is still there"
    else
        ! grep -nwF -- "$old" "$source_dir"/include/gpufluid/*.h || fail "$old is still there"
    fi
done <"$work/old"
echo "$(wc -l <"$work/old") old names, ${#new[@]} new ones"
