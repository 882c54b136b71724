#!/usr/bin/env bash
# gpufluid_api.json has all that the headers declare and the library exports, its sizes and offsets are the compiler's,
# and the tables of members that src/ checks and makes definitions by, and presets/ has its rows from, are those of the
# headers' comments. Skipped where the build does not make it.
. "$1/tests/support/package.sh"
api=$build_dir/gpufluid_api.json
[[ -s $api ]] || skip "this build makes no gpufluid_api.json"
cc=${CC:-cc}
make_api() {
    python3 "$source_dir/bindings/make_api.py" --include "$1" --out "$2" 2>"$work/complaint"
}
check_api() { # FILE
    python3 "$source_dir/tests/unit/check_api.py" --api "$1" --include "$source_dir/include" \
        --symbols "$work/symbols" --out "$work/check.c" 2>"$work/complaint"
}

echo "what is in it"
nm -g --defined-only "$build_dir/src/libgpufluid.a" 2>/dev/null | awk 'NF == 3 { print $3 }' |
    grep -Fxf <(declared_calls) | sort >"$work/symbols"
nm -D --defined-only "$build_dir/src/libgpufluid.so" | awk '{ print $3 }' | grep '^gf' | sort >"$work/exported"
[[ -n "${GF_SANITIZE:-}" ]] || cmp "$work/symbols" "$work/exported" || fail "the two libraries differ"
check_api "$api" || fail "$(cat "$work/complaint")"

echo "sizes and offsets"
flags=(-std=c11 -Wall -Werror -I"$source_dir/include")
"$cc" "${flags[@]}" -fsyntax-only "$work/check.c" || fail "the compiler has other sizes or offsets"

echo "tables of members"
make_members() { # FILE
    python3 "$source_dir/bindings/make_members.py" --api "$1" --root "$source_dir" --out "$work/made" 2>"$work/complaint"
}
make_members "$api" || fail "$(cat "$work/complaint")"
mkdir "$work/committed"
(cd "$source_dir" && find src presets -name members.inc -exec cp --parents -t "$work/committed" {} +)
diff -r "$work/committed" "$work/made" || fail "tables are not as the headers: ./run members makes them"
# A member whose comment tells no range is noticed.
python3 - "$api" "$work/silent.json" <<'PYTHON'
import json, sys
api = json.load(open(sys.argv[1]))
params = next(item for item in api["structs"] if item["name"] == "gfGridParams")
del next(field for field in params["fields"] if field["name"] == "pressureTolerance")["range"]
json.dump(api, open(sys.argv[2], "w"))
PYTHON
! make_members "$work/silent.json" || fail "a member without a range is passed over"
grep -q 'gfGridParams.pressureTolerance tells no range' "$work/complaint" || fail "it says $(cat "$work/complaint")"

echo "the same again"
if make_api "$source_dir/include" "$work/again.json"; then
    cmp "$api" "$work/again.json" || fail "the same headers make other bytes"
    # What is left out is noticed: a function of the file, and a header of the folder.
    python3 - "$api" "$work/less.json" <<'PYTHON'
import json, sys
api = json.load(open(sys.argv[1]))
api["functions"] = [item for item in api["functions"] if item["name"] != "gfFluid_Step"]
json.dump(api, open(sys.argv[2], "w"))
PYTHON
    ! check_api "$work/less.json" || fail "a function that is missing is not missed"
    grep -q gfFluid_Step "$work/complaint" || fail "it is not named: $(cat "$work/complaint")"
    cp -r "$source_dir/include" "$work/include"
    echo '#define GF_FORGOTTEN 1' >"$work/include/gpufluid/forgotten.h"
    ! make_api "$work/include" "$work/more.json" || fail "a header that gpufluid.h leaves out is not missed"
    grep -q forgotten.h "$work/complaint" || fail "it is not named: $(cat "$work/complaint")"
fi

echo "declarations for cffi and LuaJIT"
python3 "$source_dir/bindings/make_cdef.py" --api "$api" --out "$work/cdef.h"
cmp "$build_dir/gpufluid_cdef.h" "$work/cdef.h" || fail "the build has other declarations"
! grep -q '^ *#' "$work/cdef.h" || fail "they need a preprocessor: $(grep '^ *#' "$work/cdef.h")"
sed -nE 's/^[^ ].*\b(gf[A-Za-z0-9_]+)\(.*\);$/\1/p' "$work/cdef.h" | grep -v 'Fn$' | sort >"$work/declared"
cmp "$work/declared" <(declared_calls) || fail "a call is missing: $(diff "$work/declared" <(declared_calls))"
printf '#include <%s>\n' stdbool.h stddef.h stdint.h >"$work/cdef.c"
echo '#include "cdef.h"' >>"$work/cdef.c"
grep '^_Static_assert' "$work/check.c" | grep -v '((double)' >>"$work/cdef.c"
"$cc" "${flags[@]}" -fsyntax-only "$work/cdef.c" 2>"$work/complaint" ||
    fail "they are not as the headers: $(head -n 20 "$work/complaint")"

echo "random calls"
make_calls() { # FILE
    python3 "$source_dir/tests/hostile/random/make_calls.py" --api "$1" --out "$work" \
        --hands "$source_dir/tests/hostile/random/hands.c" 2>"$work/complaint"
}
make_calls "$api" || fail "$(cat "$work/complaint")"
while read -r call; do
    grep -q "{\"$call\", call_$call," "$work/random_calls.c" || fail "$call is never called"
done < <(declared_calls)
# One that comes anew is called, and one of whose types nothing is known stops the build.
python3 - "$api" "$work/new.json" "$work/strange.json" <<'PYTHON'
import json, sys
api = json.load(open(sys.argv[1]))
known = [{"name": "fluid", "type": "gfFluid *"}, {"name": "depth", "type": "float"}]
strange = [{"name": "fluid", "type": "gfFluid *"}, {"name": "bytes", "type": "const uint64_t *"}]
for parameters, file in zip((known, strange), sys.argv[2:]):
    new = {"name": "gfFluid_Dive", "returns": "bool", "parameters": parameters}
    json.dump({**api, "functions": [*api["functions"], new]}, open(file, "w"))
PYTHON
make_calls "$work/new.json" || fail "$(cat "$work/complaint")"
grep -q 'gfFluid_Dive(a.fluid, a.depth);' "$work/random_calls.c" || fail "a new function is not called"
! make_calls "$work/strange.json" || fail "a function of an unknown type is passed over"
grep -q 'gfFluid_Dive, bytes: nothing is known of const uint64_t \*' "$work/complaint" ||
    fail "it says $(cat "$work/complaint")"
