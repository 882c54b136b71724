#!/bin/sh
# To be sourced. A number that changes with the commit, for tests that take a sample; GF_SEED is another.
commit_seed() {
    hash=$(git -C "${GF_SOURCE_DIR:-${source_dir:?}}" rev-parse --short=7 HEAD 2>/dev/null) || hash=0
    echo "${GF_SEED:-$((0x$hash))}"
}
