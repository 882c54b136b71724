#!/usr/bin/env bash
# No scene of particles loses or doubles one: as many as asked for, and every id once, by each search.
# GF_BUILD_DIR: the build (programs in bin/). GF_SOURCE_DIR: the source tree. The third argument is a part: `short` runs
# 120 frames by the usual search, and 12 by the others of two scenes, `long` 10000 and 300.
set -u

# shellcheck disable=SC2034 # command_line.sh reads it
program="${GF_BUILD_DIR:?}/bin/fluid_demo"
# shellcheck source=tests/support/command_line.sh
. "${GF_SOURCE_DIR:?}/tests/support/command_line.sh"
usual=120
others=12
if [[ "${3:-short}" == long ]]; then
    usual=10000
    others=300
fi

for scene in sph_dam sph_levels sph_drops sph_oil sand jelly castle wheel sph3d_box sph3d_terrain; do
    for search in sorted hashed slots; do
        [[ "$search" == sorted || "${3:-short}" == long || "$scene" =~ ^(sph_oil|sph3d_box)$ ]] || continue
        frames=$others
        [[ "$search" == sorted ]] && frames=$usual
        expect 0 "" --headless --scene "$scene" --particles 200 --search "$search" --frames "$frames" --size 64x36 \
            --out picture.png --stats stats.json
        for line in '"particles_initial": 200,' '"particles": 200,' '"ids_unique": true,' '"neighbours_dropped": 0,'; do
            [[ "$scene$frames" == castle10000 && "$line" == *initial* ]] && continue # which is built anew by then
            grep -qF -- "$line" stats.json || fail "$scene, $search: not $line"
        done
    done
done

[[ "$failures" -eq 0 ]] || { echo "$failures failed" >&2; exit 1; }
echo "no scene of particles loses any"
