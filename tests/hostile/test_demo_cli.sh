#!/bin/sh
# The demo's command line: exit status, messages, files written and files not written.
# GF_BUILD_DIR: the build (programs in bin/). GF_SOURCE_DIR: the source tree. The third argument is a part: `short` refuses
# wrong arguments, `long` also draws scenes of each kind.
set -u

. "${GF_SOURCE_DIR:?}/tests/support/demo_scenes.sh"
part=${3:-long}
small="$small --scene tweet" # the quickest, where none is named
kinds=smoke
[ "$part" = short ] || kinds="smoke image dam sph_dam sph_oil sph3d_terrain"

finish() {
    [ "$failures" -eq 0 ] || { echo "$failures failed" >&2; exit 1; }
    echo "the demo's command line: all as expected"
    exit 0
}

echo "an image it is not" >broken.png
# A picture that starts well and breaks off.
"$demo" $small --out whole.png >stdout.txt 2>stderr.txt || fail "the first run"
present whole.png
head -c 60 whole.png >cut.png

# What is asked for and answered at once.
expect 0 "--scene NAME" --help
version=$(sed -n 's/^#define GF_VERSION_STRING "\(.*\)"/\1/p' "${GF_SOURCE_DIR:?}/include/gpufluid/base.h")
expect 0 "fluid_demo $version" --version
for scene in $scenes; do
    expect 0 "$scene" --list
done
[ "$(wc -l <stdout.txt)" -eq "$(echo $scenes | wc -w)" ] || fail "--list: expected a line for each scene"
listed=$(cut -d' ' -f1 stdout.txt | paste -s -d' ')
GF_EGL=none bakes 0 "no context" --report
bakes 0 "fluid_bake $version" --version
bakes 0 "--flipbook FILE.png" --help
if [ "$part" = long ]; then
    bakes 0 "renderer:" --report
    for line in "OpenGL 3.3 core" "OpenGL ES 3.0" "renders to: RGBA32F" "tier: " "ms a step" "extensions, "; do
        grep -q "$line" stdout.txt || fail "--report: expected $line"
    done
fi

# A wrong command line: status 2, and what was expected.
refuse_each "expected one of $listed" --scene -- "" Smoke sm smokes
refuse_each "expected WIDTHxHEIGHT" --headless --out size.png --size -- \
    0x10 10x0 -5x5 10 x10 10x 10x10x10 8193x10 10x8193 axb 1.5x2 99999999999999999999x4 " 8x8" ""
refuse_each "each from 4 to 8192" --headless --out grid.png --grid -- \
    3x16 16x3 0x0 -4x4 8193x8 8x8193 4 "4 x 4" 4x4z nan
refuse_each "--frames" --headless --out frames.png --frames -- -1 1.5 ten 99999999999999999999 10000001 "" 1e3
refuse_each "--seed" --seed -- -1 x 4294967296 ""
refuse_each "--dye-scale" --dye-scale -- 0 0.2 9 -1 nan inf 1x ""
refuse_each "--out" --headless --out -- "" "%s.png" "%d_%d.png" "a%" "%%.png" "%n.png" "%123d.png" "%.3d.png" "%ld.png"
refuse_each "from 1 to 4194304" --scene sph_oil --particles -- 0 -1 4194305 1.5 1e3 0x10 ten "" 99999999999999999999
refuse_each "expected one of auto sorted slots hashed" --scene sph_oil --search -- "" Sorted brute
expect 2 "expected one of dye velocity" --view colour
refuse_each "expected one of low medium high reference" --quality -- "" High best 3
refuse_each "from 0.01 to 10000" --budget -- 0 -1 nan 10001 ms ""
expect 2 "expected without" $small --budget 3 --stats budget.json
expect 0 "" $small --scene smoke --budget 3 --out budget.png
grep -q "^governor: level" stdout.txt || fail "--budget: expected a line of the governor's"
expect 2 "--no-auto: expected without" --no-auto --auto
expect 2 "--no-auto: expected without" --no-auto --budget 3
# A window says what it chose by itself, unless something was chosen by hand or is kept.
if [ "$part" = long ] && command -v xvfb-run >/dev/null; then
    for words in "" "--grid 24x16" "--dye-scale 1" "--quality low" "--no-auto" "--out kept.png" \
        "--grid 24x16 --auto"; do
        xvfb-run -a "$demo" --size 80x45 --frames 3 --no-panel $words >stdout.txt 2>stderr.txt ||
            fail "a window, $words"
        grep -q "frames a second" stdout.txt && fail "three frames are taken for a measure of speed"
        chose=$(grep -c "cells, drawn at 80 x 45.*, after 0 changes" stdout.txt)
        case $words in
        "" | *" --auto") [ "$chose" -eq 1 ] || fail "a window does not say what it chose, $words" ;;
        *) [ "$chose" -eq 0 ] || fail "a window chose by itself, $words" ;;
        esac
    done
    # As shaders are compiled the window says so, takes keys, and ends at once: of a scene that was not shown there is
    # nothing to say.
    if command -v xdotool >/dev/null; then
        cat >window.sh <<'WINDOW'
"$1" --scene tweet --size 80x45 --no-panel --no-cache &
pid=$!
for title in "tweet, compiling shaders" "tweet, dye" "splash, compiling shaders"; do
    timeout 60 xdotool search --sync --name "fluid_demo: $title" >/dev/null || exit 3
    [ "$title" != "tweet, dye" ] || xdotool key n
done
xdotool key Escape
wait $pid
WINDOW
        MESA_SHADER_CACHE_DISABLE=true xvfb-run -a sh window.sh "$demo" >stdout.txt 2>stderr.txt ||
            fail "a window that compiles shaders: $(cat stderr.txt)"
        [ ! -s stdout.txt ] || fail "a window that was closed while it compiled says $(cat stdout.txt)"
    fi
fi
expect 2 "expected one of gl33 es30" --api vulkan
# What one program has the other names.
expect 2 "--flipbook is an option of fluid_bake" $small --flipbook book.png
expect 2 "--report is an option of fluid_bake" --report
expect 2 "--record: expected without --headless: fluid_bake makes films" $small --record film.mp4
bakes 2 "--headless is an option of fluid_demo" --headless
bakes 2 "expected what is to be made, one of --out --record" --scene ink
expect 2 "--bogus" --bogus
expect 2 "--scene" --scene
expect 2 "'more'" $small --out more.png more
expect 2 "--frames --headless --replay" --out window.png
expect 2 "--headless" --stats window.json
absent size.png grid.png frames.png more.png window.png window.json

# A run that cannot be made: status 1, in a scene of each kind, and no file.
for scene in $kinds; do
    run="$small --scene $scene --out out.png --stats out.json"
    for flag in --mask --image; do
        expect 1 "missing.png" $run $flag missing.png
        expect 1 "broken.png" $run $flag broken.png
        expect 1 "cut.png" $run $flag cut.png
        expect 1 "$folder" $run $flag "$folder"
        expect 2 "$flag" $run $flag ""
    done
    expect 1 "does not exist" $small --scene $scene --out none/out.png --stats out.json
    expect 1 "does not exist" $small --scene $scene --out out.png --stats none/out.json
    absent out.png out.json none
done
expect 1 "is a folder" $small --out "$folder"
expect 1 "does not exist" $small --out whole.png/out.png
expect 1 "does not exist" $small --out none/frame_%04d.png
absent none

# Sizes, numbering, defaults and masks.
expect 0 "fluid_smoke.png" --headless --size 40x30 --frames 0

# What is drawn, saved and how files are written is for the long part.
[ "$part" = long ] || finish

# Compiled programs: kept, read again, and made anew where the files hold something else or can't be written.
expect 2 "--no-cache" --no-cache --cache kept
expect 2 "--cache" --cache ""
draw="--headless --size 40x30 --frames 3"
expect 0 "" $draw --no-cache --out none.png
[ ! -e kept ] || fail "a cache without being asked for"
expect 0 "" $draw --cache kept/programs --out cold.png
if [ -n "$(ls -A kept/programs 2>/dev/null)" ]; then # a context without binaries keeps none
    expect 0 "" $draw --cache kept/programs --out warm.png
    for file in kept/programs/*; do
        echo "no program" >"$file"
    done
    expect 0 "" $draw --cache kept/programs --out spoilt.png
    cmp -s none.png warm.png && cmp -s none.png spoilt.png || fail "a cache that changes the picture"
    grep -q "no program" kept/programs/* && fail "a spoilt program that stays"
fi
cmp -s none.png cold.png || fail "a cold cache that changes the picture"
expect 0 "" $draw --cache none.png/no --out odd.png
present fluid_smoke.png
expect 0 "frame_%04d.png" $small --frames 3 --out frame_%04d.png
present frame_0000.png frame_0001.png frame_0002.png
absent frame_0003.png frame_%04d.png
expect 0 "still_%d.png" $small --frames 0 --out still_%d.png
present still_0.png
absent still_1.png
expect 0 "masked.png" $small --scene image --mask whole.png --image whole.png --out masked.png
for quality in low medium high reference; do
    expect 0 "quality_$quality.png" $small --scene ink --quality $quality --frames 20 --out quality_$quality.png
done
cmp -s quality_low.png quality_high.png && fail "another quality should give another picture"
# What is saved goes on as it would have: in 2D and 3D, with scenes that move things by the frame. Of scenes with detail
# below a cell the dye is compared: a drawing after a snapshot begins that anew.
for scene in smoke river sph_dam sph_oil sph3d_terrain; do
    case $scene in
        smoke) draws="bakes 0" field="--field dye" ;;
        *) draws="expect 0" field=--headless ;;
    esac
    run="--size 48x32 --grid 24x16 --particles 300 --scene $scene"
    $draws "whole_$scene.png" $run $field --frames 6 --out whole_$scene.png
    expect 0 "part_$scene.png" $run --headless --frames 3 --out part_$scene.png --save $scene.snapshot
    $draws "rest_$scene.png" $run $field --frames 3 --load $scene.snapshot --out rest_$scene.png
    cmp -s whole_$scene.png rest_$scene.png || fail "$scene goes on in another way when it is loaded"
done
expect 1 "--load" $small --load missing.snapshot --out loaded.png
expect 1 "no snapshot" $small --load whole.png --out loaded.png
# A file without an end: no more than a part of it is read.
program=timeout
expect 1 "it has no end" 5 "$demo" $small --load /dev/zero --out loaded.png
program=$demo
expect 1 "is expected" $small --scene dam --load smoke.snapshot --out loaded.png
expect 1 "does not exist" $small --save none/x.snapshot --out loaded.png
expect 2 "--save" --save window.snapshot
expect 2 "another file than" $small --load smoke.snapshot --save ./smoke.snapshot --out loaded.png
bakes 2 "--sheet: expected without" --sheet other.png --load smoke.snapshot
absent loaded.png window.snapshot none
# Scenes in one picture; tests/hostile/test_demo_scenes.sh makes one of all of them.
bakes 2 "--sheet: expected without" --sheet sheet.png --out other.png
bakes 1 "does not exist" --sheet nowhere/sheet.jpg
bakes 0 "1 scene, in moments_%s.png" --sheet moments_%s.png --scene ink --size 48x32 --grid 24x16 --moments 0,1
for bad in "" , 1, 2,1 1,1 -1 1.5 3601 1,2,3,4,5,6,7,8,9 x; do
    bakes 2 "--moments '$bad': expected" --sheet other.png --moments "$bad"
done
bakes 2 "--moments: expected together" --moments 1,2
bakes 2 "--moments: expected without" --moments 1,2 --sheet other.png --frames 3
cmp -s moments_ink_0.png moments_ink_1.png && fail "the moments of a sheet should differ"
absent nowhere other.png
check size moments_all.png $((6 + 2 * (24 + 6))) $((6 + 16 + 6))

# A periodic axis has an even number of cells, so here the scene takes one less.
expect 0 "odd.png" $small --scene taylor_green --grid 25x17 --out odd.png
expect 0 "out_ink.png" $small --scene ink --out out_ink.png
expect 0 "seed.png" $small --scene ink --seed 7 --out seed.png
cmp -s seed.png out_ink.png && fail "another seed should give another picture"
expect 0 "again.png" $small --scene ink --out again.png
cmp -s again.png out_ink.png || fail "the same seed should give the same picture"
check size fluid_smoke.png 40 30

# Beside the domain is the scene's own background: linear (0.004, 0.005, 0.010) of ink, as sRGB.
for shape in 96x16 16x96; do
    expect 0 "bars.png" --headless --scene ink --size $shape --grid 16x16 --frames 1 --out bars.png
    check corners bars.png 0.004 0.005 0.010
done

# The cookbook's program.
program="${GF_BUILD_DIR:?}/bin/example_cookbook"
expect 0 "torch, 2 frames, in torch.png" torch --frames 2 --out torch.png
present torch.png
expect 2 "there is no recipe 'tirch'" tirch
expect 2 "names: torch stir" tirch
expect 2 "'--frame': expected --frames N or --out FILE.png" torch --frame 2

finish
