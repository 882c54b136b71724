#!/bin/sh
# What tests of the demo share; to be sourced. GF_BUILD_DIR: the build (programs in bin/). GF_SOURCE_DIR: the source tree.
demo="${GF_BUILD_DIR:?}/bin/fluid_demo"
bake="${GF_BUILD_DIR:?}/bin/fluid_bake"
program=$demo
. "${GF_SOURCE_DIR:?}/tests/support/command_line.sh"
. "$GF_SOURCE_DIR/tests/support/commit_seed.sh"
grid_scenes="smoke ink wind hedge image cavity karman taylor_green tracers maze stirrer cloud neon ink_paper refraction fire headline mirror"
gaussian_scenes="tweet blobs volcano mosaic"
water_scenes="splash dam fountain pour liquid sph_dam sph_levels cellar"
flat_particle_scenes="sph_drops sph_oil sand jelly castle wheel"
space_scenes="sph3d_box sph3d_terrain"
shallow_scenes="pond river dam_valley beach harbour lava"
particle_scenes="$flat_particle_scenes $space_scenes"
scenes="$grid_scenes $gaussian_scenes $water_scenes $particle_scenes $shallow_scenes"
small="--headless --size 48x32 --grid 24x16 --frames 2 --particles 300"

# sample SCENES...: every tenth of them, others for another commit or GF_SEED.
sample() {
    number=$(commit_seed)
    for scene in "$@"; do
        number=$((number + 1))
        [ $((number % 10)) -ne 0 ] || echo "$scene"
    done
}

# refuse_each TEXT ARGUMENTS... -- VALUES...: each of these values at the end of the arguments is a wrong command line.
refuse_each() {
    said=$1
    arguments=
    while shift && [ "$1" != -- ]; do
        arguments="$arguments $1"
    done
    shift
    for value in "$@"; do
        expect 2 "$said" $arguments "$value"
    done
}

# bakes STATUS TEXT ARGUMENTS...: as expect, of fluid_bake.
bakes() {
    program=$bake
    expect "$@"
    program=$demo
}

# absent FILES...: none of them was made.
absent() {
    for file in "$@"; do
        [ ! -e "$file" ] || fail "$file should not exist"
    done
}

present() {
    for file in "$@"; do
        [ -s "$file" ] || fail "$file should exist"
    done
}

# check NAME ARGUMENTS...: of tests/support/film_files.py
check() {
    python3 "${GF_SOURCE_DIR:?}/tests/support/film_files.py" "$@" 2>stderr.txt || fail "check $*"
}
