#!/bin/sh
# What tests of a program's command line share; to be sourced. $program: the program's path. The current folder is one
# for the test alone; it goes with the test.
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

fail() {
    echo "FAILED: $*" >&2
    sed 's/^/    /' stderr.txt >&2
    failures=$((failures + 1))
}

# expect STATUS TEXT ARGUMENTS...: the program ends with this status and says this on stdout or stderr.
expect() {
    status=$1
    text=$2
    shift 2
    "${program:?}" "$@" >stdout.txt 2>stderr.txt
    got=$?
    [ "$got" -eq "$status" ] || fail "status $got, expected $status: $(basename "$program") $*"
    cat stdout.txt stderr.txt | grep -qF -- "$text" || fail "nothing about '$text': $(basename "$program") $*"
}
