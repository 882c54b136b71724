#!/usr/bin/env bash
# ./run and its commands in tools/: each says what it does, ./run --help has all of them, what is no command and
# arguments that none takes are refused before anything is built, and shellcheck, where there is one, has nothing to say.
# Arguments: source folder, build folder.
set -euo pipefail

source_dir=$1
build_dir=$2
. "$source_dir/tests/support/package.sh"
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
refuses 1 "run: web takes --serve or nothing" web --server
for verb in build sheet moments gallery pages deb alike docs; do
    refuses 1 "run: $verb takes no arguments" "$verb" more
done
for verb in archive drop-in; do
    refuses 1 "run: $verb takes --with and parts" "$verb" more
    refuses 1 "there is no part 'smoke'; some of core, query, grid" "$verb" --with grid,smoke
done

if command -v shellcheck >/dev/null; then
    files=(run tools/*)
    [[ ! -f .ci/run ]] || files+=(.ci/run) # which no source archive has
    shellcheck -x "${files[@]}" || fail "shellcheck, see above"
fi
echo "passed"
