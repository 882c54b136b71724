#!/usr/bin/env bash
# ./run and its commands in tools/: each says what it does, ./run --help has all of them, what is no command and
# arguments that none takes are refused before anything is built, and shellcheck, where there is one, has nothing to say.
. "$1/tests/support/package.sh"
cd "$source_dir"

help=$(./run --help)
[[ $(./run -h) == "$help" && $(cd / && "$source_dir/run" help) == "$help" ]] ||
    fail "help depends on how it is asked for"
verbs=()
for file in tools/*; do
    [[ $file != *.sh ]] || continue
    verb=${file#tools/}
    verbs+=("$verb")
    [[ $(sed -n 2p "$file") =~ ^"#: $verb"( |$) ]] || fail "$file does not begin with its lines of the help"
    (($(grep -c "^  $verb " <<<"$help") == 1)) || fail "./run --help has not one line of $verb"
done
lines=$(grep -cE '^  [a-z]' <<<"$help")
((lines == ${#verbs[@]})) || fail "the help has $lines commands, tools/ has ${#verbs[@]}: ${verbs[*]}"

refuses() { # STATUS MESSAGE ARGUMENTS
    local status=0
    ./run "${@:3}" >"$work/out" 2>"$work/said" || status=$?
    ((status == $1)) || fail "./run ${*:3} ends with $status, not $1"
    grep -qF "$2" "$work/said" || fail "./run ${*:3} says $(cat "$work/said")"
    [[ ! -s $work/out ]] || fail "./run ${*:3} prints $(cat "$work/out")"
}
refuses 2 "Usage: ./run"
for wrong in nothing lib.sh web.sh ../run tools/build /etc/passwd --build 'build test'; do
    refuses 2 "Usage: ./run" "$wrong"
done
refuses 1 "run: test: unknown argument '--some'" test --some
refuses 1 "run: figures takes --last or nothing" figures --next
refuses 1 "run: web takes --serve or nothing" web --server
for verb in build sheet moments gallery pages deb wheel alike docs coverage; do
    refuses 1 "run: $verb takes no arguments" "$verb" more
done
for verb in archive drop-in; do
    refuses 1 "run: $verb takes --with and parts" "$verb" more
    refuses 1 "there is no part 'smoke'; some of core, query, grid" "$verb" --with grid,smoke
done

# What a run tells of processor time: the sum, the budget, and who took half as long again as its COST.
cat >"$work/CTestTestfile.cmake" <<'EOF'
add_test(modest true)
add_test(greedy true)
set_tests_properties(modest greedy PROPERTIES COST 10)
EOF
printf 'modest 14.50\ngreedy 18.20\n' >"$work/test-times.txt"
spent() {
    python3 tests/spent.py --builds 7 "$@" "$work:1" >"$work/out"
}
spent --budget 33
grep -qx "processor time: tests 33 s, within the budget of 33 s; builds 7 s" "$work/out" || fail "$(cat "$work/out")"
[[ $(grep "over its COST" "$work/out") == *": greedy in "*"18.20 s, COST 10" ]] || fail "$(cat "$work/out")"
spent --budget 30 --speed 2
grep -q "OVER the budget of 30 s" "$work/out" && ! grep -q "over its COST" "$work/out" || fail "$(cat "$work/out")"

# Figures: of a log of ctest, in which contexts tell the same.
cat >"$work/log" <<'EOF'
1/2 Testing: test_flow_ci.gl33
    energy left                                            0.998765            1   0.9 to 1.1
2/2 Testing: test_flow_ci.es30_strict
    energy left                                            0.998764            1   0.9 to 1.1
EOF
python3 tests/figures.py "$work/log" "$work/page.md"
grep -qx "| energy left | 0.999 | 1 | 0.9 to 1.1 |" "$work/page.md" || fail "$(cat "$work/page.md")"
[[ $(grep -c "energy left" "$work/page.md") == 1 && $(grep "^## " "$work/page.md") == "## test_flow" ]] ||
    fail "$(cat "$work/page.md")"
[[ -z $(python3 tests/figures.py "$work/log" "$work/page.md" --compare) ]] || fail "a page differs from its own run"

if command -v shellcheck >/dev/null; then
    files=(run tools/*)
    [[ ! -f .ci/run ]] || files+=(.ci/run) # which no source archive has
    shellcheck -x "${files[@]}" || fail "shellcheck, see above"
fi
