# shellcheck shell=bash
# clang-tidy on C files, as .clang-tidy says: ./run tidy and tests/unit/test_tidy.sh share it.

# The commit that changes are counted from: where this branch left the main one, or on that one the commit before.
# Fails where there is no git, no such branch or no such commit.
find_base() {
    local branch base
    for branch in origin/main main origin/master master; do
        if base=$(git merge-base HEAD "$branch" 2>/dev/null); then
            [[ $base != "$(git rev-parse HEAD)" ]] || base=$(git rev-parse --verify --quiet HEAD^)
            echo "$base"
            return
        fi
    done
    return 1
}

# list_changed BASE: C files that differ from that commit, with what is not committed.
list_changed() {
    git diff --name-only --diff-filter=d "$1" -- '*.c'
    git ls-files --others --exclude-standard -- '*.c'
}

# tidy_files BUILD SECONDS FILE...: asks about files that BUILD compiles, as long as there is time (0: without an end).
# Fails if something is wrong with one.
tidy_files() {
    local build=$1 seconds=$2 file asked=0 known=() start=$SECONDS result=0
    shift 2
    for file in "$@"; do
        ! grep -qF "\"$PWD/$file\"" "$build/compile_commands.json" || known+=("$file")
    done
    for file in "${known[@]}"; do
        ((seconds == 0 || SECONDS - start < seconds)) || break
        clang-tidy -p "$build" --quiet "$file" 2>/dev/null || result=1
        asked=$((asked + 1))
    done
    echo "clang-tidy: $asked of ${#known[@]} files were asked about"
    return $result
}
