#!/usr/bin/env bash
# No scene of particles loses or doubles one: as many as asked for, and every id once, by each search.
# GF_BUILD_DIR: the build (programs in bin/). GF_SOURCE_DIR: the source tree. The third argument is a part: `short` runs
# two scenes for 60 frames by the usual search and 12 by the others, `scenes` all for 120 by the usual one, `long` all for
# 2000, and 100 by the others. GF_TEST_LARGE, a number of frames: in place of that the scenes of kinds with the particles
# that they have by themselves: for a GPU.
set -u

# shellcheck disable=SC2034 # command_line.sh reads it
program="${GF_BUILD_DIR:?}/bin/fluid_demo"
# shellcheck source=tests/support/command_line.sh
. "${GF_SOURCE_DIR:?}/tests/support/command_line.sh"
scenes=(sph_oil sph3d_box)
searches=(sorted hashed slots)
usual=60
others=12
if [[ "${3:-short}" != short ]]; then
    scenes=(sph_drops sph_oil sand jelly castle wheel sph3d_box sph3d_terrain)
    searches=(sorted)
    usual=120
fi
if [[ "${3:-short}" == long ]]; then
    searches=(sorted hashed slots)
    usual=2000
    others=100
fi

# check SCENE FRAMES PARTICLES: what a run of the demo told. The castle is built anew when a wave has dissolved it.
check() {
    [[ "$1" == castle && "$2" -gt 1000 ]] || expected "$1" "\"particles_initial\": $3,"
    expected "$1" "\"particles\": $3,"
    expected "$1" '"ids_unique": true,'
    expected "$1" '"neighbours_dropped": 0,'
    expected "$1" '"nonfinite": 0,'
}

expected() {
    grep -qF -- "$2" stats.json || fail "$1: not $2"
}

own_numbers() {
    local scene count
    for scene in sand jelly castle wheel; do
        expect 0 "" --headless --scene "$scene" --frames 1 --size 64x36 --out picture.png --stats stats.json
        count=$(sed -n 's/.*"particles": \([0-9]*\),.*/\1/p' stats.json)
        expect 0 "" --headless --scene "$scene" --frames "$1" --size 64x36 --out picture.png --stats stats.json
        check "$scene" "$1" "$count"
        echo "$scene: $count particles, $1 frames"
    done
}

few() {
    local scene search frames
    for scene in "${scenes[@]}"; do
        for search in "${searches[@]}"; do
            frames=$others
            [[ "$search" == sorted ]] && frames=$usual
            expect 0 "" --headless --scene "$scene" --particles 200 --search "$search" --frames "$frames" \
                --size 64x36 --out picture.png --stats stats.json
            check "$scene" "$frames" 200
        done
    done
}

if [[ -n "${GF_TEST_LARGE:-}" ]]; then
    own_numbers "$GF_TEST_LARGE"
else
    few
fi

[[ "$failures" -eq 0 ]] || { echo "$failures failed" >&2; exit 1; }
echo "no scene of particles loses any"
