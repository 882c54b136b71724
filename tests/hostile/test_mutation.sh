#!/usr/bin/env bash
# Proves that tests see a wrong shader: one wrong line at a time, and a case of test_golden must fail as its picture
# differs, or another test must fail. That the right shaders pass is their own affair. Leaves nothing behind.
# GF_BUILD_DIR: the build (programs in bin/). GF_SOURCE_DIR: the source tree. The third argument: `sample`, every 20th
# change, and others for another commit or GF_SEED; a part (step, liquid, picture, particles, shallow, answers), its
# changes that are not in the sample; `all` of them; or `patterns`: then it only sees whether each change still finds its
# line, and whether each folder of shaders has one.
set -u

programs="${GF_BUILD_DIR:?}/bin"
source_dir="${GF_SOURCE_DIR:?}"
shaders="$source_dir/shaders"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
wanted=${3:-all}
part=none
failures=0
seen=0
rows=0
changed=" "
last= # file that was changed
. "$source_dir/tests/support/commit_seed.sh"
seed=$(commit_seed)

# Pictures are compared, never written anew; what differs is left in our folder, not among the real failures.
unset GF_UPDATE_GOLDEN
export GF_SHADER_DIR="$folder/shaders" GF_BUILD_DIR="$folder" GF_TEST_API=gl33
cp -r "$shaders" "$folder/shaders" || exit 1

fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# change WHAT FILE SED_EXPRESSION: fails unless each substitution of the expression finds its line.
change() {
    local rest=$3 one file="$folder/shaders/$2"
    [ -f "$file" ] || { fail "$1: there is no $2 any more"; return 1; }
    while [ -n "$rest" ]; do
        one=${rest%%; s/*}
        rest=${rest#"$one"}
        rest=${rest#; }
        sed "$one" "$file" >"$folder/after" || exit 1
        if cmp -s "$folder/after" "$file"; then
            fail "$1: '$one' changes nothing in $2 any more"
            return 1
        fi
        mv "$folder/after" "$file"
    done
}

# is_wanted FILE: whether this row is to be tried.
is_wanted() {
    rows=$((rows + 1))
    changed+="${1%%/*} "
    case $wanted in
    all | patterns) ;;
    sample) (((rows + seed) % 20 == 0)) ;;
    "$part") (((rows + seed) % 20 != 0)) ;;
    *) return 1 ;;
    esac
}

# prepare WHAT FILE SED_EXPRESSION: shaders with this change, for a row that is to be run.
prepare() {
    is_wanted "$2" || return
    [ -z "$last" ] || cp "$shaders/$last" "$folder/shaders/$last" || exit 1
    last=$2
    change "$@" || return
    seen=$((seen + 1))
    [ "$wanted" != patterns ]
}

# noticed WHAT PROGRAM [ARGUMENT...]: the program fails, and not because a shader doesn't compile: that proves nothing.
noticed() {
    local what=$1 program=$2
    shift 2
    if "$programs/$program" "$@" >"$folder/log.txt" 2>&1; then
        fail "$what: nobody noticed"
        return 1
    fi
    if grep -qE "does not compile|no such case" "$folder/log.txt"; then
        fail "$what: $(cat "$folder/log.txt")"
        return 1
    fi
}

# mutate WHAT FILE SED_EXPRESSION CASE...: with this change to the file the pictures of these cases must all differ.
mutate() {
    local what=$1 name
    prepare "$1" "$2" "$3" || return
    shift 3
    rm -rf "$folder/golden-failures"
    noticed "$what" test_golden "$@" || return
    for name in "$@"; do
        if ! grep -q "^$name differs from " "$folder/log.txt"; then
            fail "$what: no other picture of $name: $(cat "$folder/log.txt")"
            return
        fi
        for image in actual expected difference; do
            [ -s "$folder/golden-failures/gl33/$name.$image.png" ] || fail "$what: left no picture $name.$image.png"
        done
    done
    echo "$what: $(sed -n 's/^\([a-z0-9_]*\)  *\(mean difference [0-9.]*\),.*\(share.*\)/\1 \2, \3/p' "$folder/log.txt" |
        paste -sd ';' -)"
}

# mutate_for PROGRAM "ARGUMENTS" WHAT FILE SED_EXPRESSION: with this change to the file a test of the program must fail.
mutate_for() {
    local program=$1 arguments=$2
    shift 2
    prepare "$@" || return
    # shellcheck disable=SC2086 # they are several
    noticed "$1" "$program" $arguments || return
    grep -qE '\[  (FAILED|ERROR) +\] test' "$folder/log.txt" || fail "$1: no test of $program failed: $(cat "$folder/log.txt")"
    echo "$1: $(sed -nE 's/^\[  (FAILED|ERROR) +\] (test\w+)$/\2/p' "$folder/log.txt" | sort -u | paste -sd ' ' -)"
}

part=step
mutate "gradient added, not taken away" grid/gradient.frag \
    's/contain(velocity - change)/contain(velocity + change)/' image
mutate "warm fluid sinks" grid/buoyancy.glsl 's/= u_buoyancy\.xy \* warm/= -u_buoyancy.xy * warm/' temperature
mutate "divergence takes x for y" grid/outflow.glsl \
    's/vec4(f01\.y, f11\.y, f02\.y, f12\.y)/vec4(f01.x, f11.x, f02.y, f12.y)/' image
mutate "inflows blow outward" solid/faces.frag 's/f\.open \* inflowAt/-f.open * inflowAt/' wind
mutate "backtrace goes forward" grid/backtrace.glsl \
    's/return p - u_stepCells \* velocity/return p + u_stepCells * velocity/' image half_float
mutate "backtrace finds its middle ahead" grid/backtrace.glsl \
    's/inDomain(p - 0\.5 \* u_stepCells/inDomain(p + 0.5 * u_stepCells/' image half_float
mutate "velocity ahead taken for that behind" grid/backtrace.glsl \
    's/velocity += OWN_EXTRAPOLATION/velocity -= OWN_EXTRAPOLATION/' image karman
mutate "pressure's pull added to what is carried" grid/gradient.frag \
    's/(1\.0 + u_secondTimes \* kept/(1.0 - u_secondTimes * kept/' image half_float
mutate "advection half a cell off" grid/advect_velocity.frag \
    's/inDomain(fromX) + vec2(0\.5, 0\.0)/inDomain(fromX)/' image
mutate "what is carried not clamped" grid/advect_scalars.frag \
    's/withGiven(clamp(value, least, most)/withGiven(value/' ink stirrer
mutate "a weight of the cubic read wrong" common/cubic.glsl 's/2\.5 \* t2 + 1\.5 \* t3/2.5 * t2 + 1.4 * t3/' dye_scale
mutate "a weight of velocity's cubic read wrong" common/cubic_faces.glsl \
    's/3\.0 \* mean - (2\.0 \* low/2.7 * mean - (2.0 * low/' image
mutate "a sweep with the other sign" multigrid/relax.glsl 's/return isFree \* (value/return -isFree * (value/' image
mutate "a weight of the quintic read wrong" common/quintic.glsl \
    's/float near = p \* (p - 6\.0)/float near = p * (p - 5.0)/' image stirrer
mutate "what was lost is taken once more" grid/ledger.frag 's/clamp(GAIN \* (NOW/clamp(-GAIN * (NOW/' ink
mutate "what solids hold is mixed in" grid/advect_scalars.frag \
    's/ - rest) \/ max(o\.fluidFraction, 0\.01)/ - rest)/' stirrer
mutate "heat stays" grid/advect_scalars.frag 's/o\.fluid \* u_dissipation\.y \* contain/o.fluid * contain/' temperature
mutate "faces of solids open" solid/faces.frag 's/float open = inner > 0\.0 ? .*;/float open = 1.0;/' wind
mutate "solids draw where they should push" grid/outflow.glsl \
    's/rhs += through(rest(own)/rhs -= through(rest(own)/' stirrer
mutate "a lid that stands still" grid/diffuse_rhs.frag 's/return vec2(u_wallSpeed\[.*;/return vec2(0.0);/' cavity
mutate "a periodic axis that ends" common/placed.glsl 's/wrap\.x == 1 ? wrapped\.x : clamped\.x/clamped.x/' taylor_green
mutate "sources twice as soft" source/batch.glsl 's/float soft = 0\.5 \*/float soft = 1.0 */' wind

part=liquid
mutate "particles draw together" gaussian/forces.frag 's/sums\.forceY \*= strength/sums.forceY *= -strength/' blobs volcano
mutate "drops do not hold together" gaussian/pressure.glsl \
    's/mix(vec4(u_tension), vec4(1\.0)/mix(vec4(0.0), vec4(1.0)/' blobs volcano
mutate "fluid falls upwards" gaussian/forces.frag \
    's/at\.velocityY + u_acceleration\.y/at.velocityY - u_acceleration.y/' volcano
mutate "no ghosts in solids" gaussian/ghosts.glsl 's/p\.mass = mix(ghosts\[2\], p\.mass, p\.own);//' volcano
mutate "no drift" gaussian/forces.frag 's/velocityY + u_drift \* sums\.driftY/velocityY/' blobs volcano
mutate "particles sink into walls" gaussian/walls.glsl 's/WALL_GAP = 0\.5/WALL_GAP = -1.0/' volcano
mutate "what solids hide is lost" gaussian/arrive.glsl 's/return left + back \* mass;/return left;/' volcano
mutate_for test_gaussian "--ci testMassIsKept" "what sides throw back is lost" gaussian/arrive.glsl \
    's/w += low ? weight(x + 1\.0)/w += low ? vec4(0.0)/'
mutate "neighbourhoods lose their upper half" gaussian/state.glsl \
    's/own + ((neighbourhood\.zw + 1) >> 1)/own + min((neighbourhood.zw + 1) >> 1, ivec2(0))/' tweet blobs
mutate "a gather's rows swapped" gaussian/arrive.glsl \
    's/mass \* weightBeside(y - 1\.0/mass * weightBeside(y + 1.0/' blobs volcano
mutate "the tweet's columns swapped" gaussian/gather_published.frag \
    's/arrivals(left, right, low, high)/arrivals(right, left, low, high)/' tweet
mutate "kernel 5 % too wide" gaussian/state.glsl \
    's/ROOT_LOG2E = 1\.20112240878645/ROOT_LOG2E = 1.14392610360614/' tweet blobs
mutate "a spline too narrow" gaussian/arrive.glsl 's/max(1\.5 - abs(x), 0\.0)/max(1.45 - abs(x), 0.0)/' blobs
mutate_for test_gaussian "--all testFastIsPlainConserving" "tiles taken for those farther from walls" \
    gaussian/neighbourhood.frag 's/< near + TO_EDGE ? 2\.0/< near + TO_EDGE ? 1.0/'
mutate "tiles taken for those farther from solids" gaussian/neighbourhood.frag \
    's/< near + TO_CORNER ? 3\.0/< near + TO_CORNER ? 1.0/' volcano
mutate "tiles one class too low" gaussian/neighbourhood.frag \
    's/kind = classOf(tile, own, some);/kind = classOf(tile, own, some) - 1.0;/' blobs volcano
mutate "a splash inwards" gaussian/gather_published.frag \
    's/share + u_splash\.y \* (first\.x/share - u_splash.y * (first.x/' tweet
mutate "dye from the next row" gaussian/carry_dye.frag \
    's/readPacked(u_dyeRed, texel,/readPacked(u_dyeRed, texel + ivec2(0, 1),/' volcano
mutate "set mass comes at the old velocity" gaussian/apply_sources.frag \
    's/result\.xy = mix(value\.xy, amount\.xy, set.*/result.xy = value.xy;/' volcano
mutate "mass with the palette reversed" draw/scalar.frag 's/paletteColor(value);/paletteColor(1.0 - value);/' tweet

part=picture
mutate "y flipped" draw/quad.vert 's/u_view\[1\] \* p\.y/u_view[1] * (u_domainSize.y - p.y)/' half_float
mutate "sRGB not encoded" draw/finish.glsl \
    's/return u_look\.z > 0\.5 ? encodeSrgb(linear) : linear;/return clamp(linear, 0.0, 1.0);/' half_float
mutate "colour not multiplied by alpha" draw/finish.glsl \
    's/vec3 color = covering \* encodeSrgb/vec3 color = encodeSrgb/' alpha_premultiplied alpha_unblended
mutate "opacity of coverage left out" draw/finish.glsl \
    's/float cover = layer\.cover \* u_look\.x;/float cover = layer.cover;/' alpha_straight
mutate "no tone map" draw/finish.glsl 's/!= GF_TONES_FILMIC/!= 9/' bloom
mutate "bright light keeps its hue" draw/finish.glsl 's/white \/ (white + 6\.0)/0.0/' bloom
mutate "ink lets all through" draw/finish.glsl \
    's/return vec4(encode(through) \* (1\.0 - cover), 0\.0);/return vec4(vec3(1.0 - cover), 0.0);/' absorb
mutate "all light spills over" effects/above.glsl 's/max(soft, brightest - u_threshold\.x)/brightest/' bloom
mutate "no wide rings" effects/bloom_up.frag 's/sum \/ 12\.0, u_bloom\.z)/sum \/ 12.0, 0.0)/' bloom
mutate "rings drift" effects/bloom_down.frag \
    's/vec2 centre = gl_FragCoord\.xy \* u_scale;/vec2 centre = (gl_FragCoord.xy + 1.0) * u_scale;/' bloom
mutate "glass bends the other way" effects/composite.frag 's/vec2 shift = slope/vec2 shift = -slope/' glass
mutate "drops without a picture in touch" effects/composite.frag 's/thickness, u_absorption\.w)/thickness, 0.0)/' mosaic
mutate "drops without a rim" draw_liquid/liquid.frag \
    's/float root = sqrt(above + CAP_BLUNT \* CAP_BLUNT);/float root = above + CAP_BLUNT;/' mosaic
mutate "caustics towards the light" draw_liquid/liquid.frag \
    's/causticsAt((place + off)/causticsAt((place - off)/' mosaic
mutate_for test_water_looks "testDropsKeepTheirSize" "single particles are not drawn" draw_liquid/liquid.frag \
    's/if (drops > amount)/if (drops > 1e9)/'
mutate "walls thin the water" water/smooth_means.frag \
    's/vec4(sum\.x \/ max(total, 1e-6)/vec4(sum.x/' water_mass
mutate_for test_water_looks "testDropsKeepTheirSize" "drops too large" water/spray.frag 's/RIM = 0\.635/RIM = 0.5/'
mutate "water lit from the other side" surface/top_water.frag \
    's/vec3(-STEEPER \* u_water\.x/vec3(STEEPER * u_water.x/' river_above pond_above
mutate "water half as clear" surface/top_water.frag 's/exp(-LOST \* w\.deep)/exp(-2.0 * LOST * w.deep)/' pond_above
mutate "water beyond its shore" surface/shore.glsl \
    's/return isSolid(cell) ? level : min(level, below);/return level + 0.1;/' pond_above
mutate "squares one pixel off" effects/pixels.frag \
    's/gl_FragCoord\.xy - u_viewport\.xy/gl_FragCoord.xy + 1.0 - u_viewport.xy/' pixel_art
mutate "steps cut off, not rounded" effects/pixels.frag 's/+ 0\.5 + shift)/+ shift)/' pixel_steps
mutate "glass without tint" effects/composite.frag 's/exp(-u_absorption\.rgb/exp(-0.0 * u_absorption.rgb/' glass
mutate "what is behind taken for linear" effects/composite.frag 's/u_refraction\.w > 0\.5/u_refraction.w > 9.0/' glass
mutate "palette one stop too long" common/palette.glsl 's/float(u_paletteCount - 1)/float(u_paletteCount)/' dye_palette
mutate "hues from the other axis" draw/velocity.frag 's/atan(v\.y, v\.x)/atan(v.x, v.y)/' velocity
mutate "divergence of the next cell" draw/scalar.frag \
    's/ivec2(p), ivec2(0), u_cells - 1/ivec2(p) + 1, ivec2(0), u_cells - 1/' divergence
mutate "lines across the flow" draw/lic.frag \
    's/vec2 v = velocityAt(u_velocity, place \* cells);/&\n        v = v.yx;/; s/inDomain(middle \* cells));/&\n        v = v.yx;/' \
    lic lic_liquid
mutate "lines of another length" draw/lic.frag \
    's/u_spacing \/ float(STEPS)/0.6 * u_spacing \/ float(STEPS)/' lic lic_liquid
mutate "arrows point backwards" draw/arrows.frag 's/way \/= pixels;/way \/= -pixels;/' arrows
mutate "tracers go backwards" tracers/advect.frag 's/p += wayFor(v/p -= wayFor(v/' tracers tracers_host
mutate "tracers sink into solids" tracers/advect.frag 's/CLEAR = 0\.25/CLEAR = -9.0/' tracers_host
mutate "streaks run ahead" tracers/points.vert 's/center + 0\.5 \* way, -way/center + 1.5 * way, -way/' tracers
mutate "tracers of one colour" tracers/points.vert 's/tracer\.w \/ u_range/0.5/' tracers
mutate "pressure with the other sign" draw/scalar.frag 's/0\.5 + 0\.5 \* value/0.5 - 0.5 * value/' pressure vorticity

part=particles
mutate_for test_particles "testNeighboursAsBruteForce" "a kernel too narrow" particles/density.frag \
    's/max(1\.0 - length(d), 0\.0)/max(0.9 - length(d), 0.0)/'
mutate "rest density too high" particles/pressures.frag \
    's/float over = density\.x - 1\.0;/float over = density.x - 1.2;/' sph_oil
mutate "walls that draw" particles/kernels.glsl 's/y2 \* (0\.8653665 + y/-y2 * (0.8653665 + y/' sph_oil
mutate "grains lit from behind" draw_liquid/grains.frag \
    's/max(dot(n, u_lit\.xyz), 0\.0);/max(-dot(n, u_lit.xyz), 0.0);/' sand
mutate "stones and jelly inside out" draw_liquid/kinds.frag 's/0\.5 + edge \/ slope/0.5 - edge \/ slope/' jelly
mutate_for test_particle_groups "testRigidFlies" "groups turn the other way" particle_groups/poses.frag \
    's/momentum \/ resting/-momentum \/ resting/'
mutate_for test_particle_groups "testRigidFlies" "members flow the other way around" particle_groups/apply.frag \
    's/motion\.z \* vec2(-arm\.y, arm\.x)/motion.z * vec2(arm.y, -arm.x)/'
mutate_for test_particles3d "testFrontOfASphere" "a sphere's far side" fluid3d/sphere.glsl \
    's/z += v_sphere\.w \* sqrt/z -= v_sphere.w * sqrt/'
mutate "deep water too clear" fluid3d/water.frag \
    's/exp(-u_absorption\.rgb \* body\.x)/exp(-0.5 * u_absorption.rgb * body.x)/' sph3d_box
mutate "a surface not smoothed" fluid3d/smooth.frag \
    's/o_surface\.x = sum\.x \/ sum\.y;/o_surface.x = middle;/' sph3d_box
mutate "terrain half as high" particles/collision.glsl \
    's/surface\.w \* u_mapScale\.z;/0.5 * surface.w * u_mapScale.z;/' sph3d_terrain

part=shallow
mutate "water runs uphill" shallow/velocity.frag 's/slowed(u - k \* u_gravity/slowed(u + k * u_gravity/' pond
mutate "water flows out where it flows in" shallow/depth.frag \
    's/((right - left) + (top - bottom))/((left - right) + (top - bottom))/' pond
mutate "foam that stands" shallow/foam.frag \
    's/gl_FragCoord\.xy - 0\.5 - shift/gl_FragCoord.xy - 0.5 + shift/' river_above
mutate "water's slopes of the other sign" surface/motion.frag \
    's/vec4(-slope \* inversesqrt/vec4(slope * inversesqrt/' pond
mutate "lava cold where it is hot" surface/lava.frag 's/0\.25 + 0\.75 \* warm/0.25 - 0.75 * warm/' lava
mutate "all water mirrors" surface/water.frag 's/pow(1\.0 - facing, 5\.0)/pow(1.0 - facing, 1.0)/' river

part=answers
mutate_for test_zones "testMediumTurns" "a medium that turns the other way" source/zones.glsl \
    's/vec2(-r\.y, r\.x)/vec2(r.y, -r.x)/'
mutate "a drag that grows weaker with speed" source/drag.glsl 's/exp(-x) \/ (1\.0 + pull/exp(-x) * (1.0 + pull/' hedge
mutate_for test_valves "testToAndFro" "one-way sides the other way" source/one_way.glsl \
    's/own != 0\.0 \&\& way != 2\.0 ? own/own != 0.0 \&\& way != 2.0 ? -own/'
mutate_for test_queries "testAnswersAreTheFields" "points half a cell off" query/points.frag \
    's/vec2(p\.x + 0\.5, p\.y), u_cells + 1, 1)\.x/vec2(p.x, p.y), u_cells + 1, 1).x/'
mutate_for test_queries "testAnswersAreTheFields" "regions half a cell wider" query/regions.frag \
    's/clamp(0\.5 - distance \* perTexel/clamp(1.0 - distance * perTexel/'
mutate_for test_water_fields "testLevelOfPools" "a surface by the kernel's bent profile" water/mass.frag \
    's/return mass \* (1\.0 - sqrt(2\.0 \* mass));/return 0.0;/'
mutate_for test_water_fields "testVelocityOfABlock" "velocities in cells" water/means.frag \
    's/vec3 mean = u_unit \* sum/vec3 mean = sum/'
mutate_for test_rays "testRaysAtAPool" "a ray's normal inwards" query/rays.frag \
    's/steep > 0\.0 ? -slope/steep > 0.0 ? slope/'
mutate_for test_queries "--quick" "impulse summed twice" query/solids.frag \
    's/(number \& 1) == 0 || u_kept > 0\.5/(number \& 1) == 0/'
mutate_for test_optical_flow "testTranslations" "flow across" vision/solve.frag \
    's/vec2(d \* b\.x - xy \* b\.y/vec2(a * b.y - xy * b.x/'
mutate_for test_optical_flow "testTranslations" "gradients upside down" vision/gradients.frag 's/o_y = y;/o_y = -y;/'
mutate_for test_coupling "testAirFollows" "air driven the other way" coupling/couple_velocity.frag \
    's/= vec4(u_coupled\.y \*/= vec4(-u_coupled.y */'
mutate_for test_coupling "testAirFollows" "liquid without velocity" coupling/couple.glsl \
    's/moved += fill \* contain/moved -= fill * contain/'
mutate_for test_trouble "" "infinities pass" health/health.frag 's/uvec4(0x7f800000u)));/uvec4(0x7fc00000u)));/'
mutate_for test_trouble "testRepairLeavesTheRest" "repairs by nothing" health/repair.frag \
    's/sum \/ max(count, vec4(1\.0))/0.5 * sum \/ max(count, vec4(1.0))/'
mutate_for test_queries "testBuoyancyIsTheWeightOfFluid" "loads of the other sign" solid/loads.glsl \
    's/pressureAt(cell) \* wall;/-pressureAt(cell) * wall;/'
mutate_for test_collision_map "testSlopes" "a map's normals upside down" fluid3d/collision_map.frag \
    's/vec3(-slope\.x, 1\.0, -slope\.y)/vec3(slope.x, 1.0, -slope.y)/'

for path in "$shaders"/*/; do
    name=$(basename "$path")
    [[ $changed == *" $name "* ]] || fail "no change is to a shader of $name/"
done
[ "$failures" -eq 0 ] || { echo "$failures failed" >&2; exit 1; }
[ "$seen" -gt 0 ] || { echo "there is no part '$wanted'" >&2; exit 1; }
if [ "$wanted" = patterns ]; then
    echo "$seen changes: each finds its line"
else
    echo "$seen wrong shaders: all seen"
fi
