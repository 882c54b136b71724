#!/bin/sh
# Settings: presets on the command line and in recordings, and the panel in a window, with a synthetic mouse.
# GF_BUILD_DIR: the build (programs in bin/). GF_SOURCE_DIR: the source tree.
set -u

. "${GF_SOURCE_DIR:?}/tests/support/demo_scenes.sh"
XDG_CACHE_HOME=$folder/cache
export XDG_CACHE_HOME

small="--size 48x32 --grid 24x16 --frames 4"

# preset FILE VALUES: a file of settings of the scene ink.
preset() {
    echo "{\"fluid_demo preset\": 1, \"scene\": \"ink\", \"values\": {$2}}" >"$1"
}

# What is set shows in the picture, and comes again with a recording, with what only a new fluid has, too.
preset set.json '"picture.background": [0.9, 0.1, 0.1, 1], "grid.gravity": [3, -9], "dyeScale": 1'
expect 0 "ink, 4 frames" --headless --preset set.json $small --out set.png --record-input set.txt
expect 0 "ink, 4 frames" --headless --scene ink $small --out plain.png
cmp -s set.png plain.png && fail "settings show in no picture"
expect 0 "4 frames" --headless --replay set.txt --out again.png --record-input again.txt
cmp set.png again.png || fail "a recording has not what was set"
cmp set.txt again.txt || fail "a replay records other settings"
grep -q '^set grid.gravity 3 -9$' set.txt || fail "a recording does not tell what was set"
expect 0 "image, 0 frames" --headless --preset set.json --scene image $small --frames 0 --out scene.png

# Of other solvers, and the demo's own.
preset other.json '"demo.view": "velocity", "demo.speed": 0.5, "shallow.rain": 1, "particles.drag": 2, "surface.caustics": 0'
expect 0 "ink, 4 frames" --headless --preset other.json $small --out other.png
cmp -s other.png plain.png && fail "a preset's view is not shown"

# What is wrong with a file is told, and nothing is drawn.
refuse() {
    printf '%s' "$1" >bad.json
    expect 1 "$2" --headless --preset bad.json $small --out bad.png
}
refuse '{"fluid_demo preset": 1, "values": {"grid.viscosty": 1}}' "bad.json: line 1: there is no 'grid.viscosty': is 'grid.viscosity' meant?"
refuse '{"fluid_demo preset": 1, "values": {"grid.viscosity": -1}}' "bad.json: line 1: grid.viscosity '-1': expected a number from 0 to 1e+06 m^2/s"
refuse '{"fluid_demo preset": 1, "values": {"grid.scheme": "best"}}' "expected one of project reflect"
refuse '{"fluid_demo preset": 1, "scene": "inc", "values": {}}' "there is no scene 'inc'"
refuse '{"fluid_demo preset": 1' "line 1"
refuse 'P6' "line 1"
refuse '' "line 1"
expect 1 "No such file" --headless --preset missing.json $small --out bad.png
# What the library refuses, in combination, is told as it runs.
preset periodic.json '"boundaries.left.kind": "periodic"'
expect 0 "periodic" --headless --preset periodic.json $small --out periodic.png
expect 2 "the recording has them" --headless --replay set.txt --preset set.json
bakes 2 "expected without" --sheet sheet.png --preset set.json
expect 2 "--auto: expected without" --headless --scene ink $small --auto --record-input auto.txt
preset auto.json '"demo.automatic": true'
expect 1 "expected without --record-input" --headless --preset auto.json $small --record-input auto.txt --out bad.png
expect 2 "expected another file" --headless --preset set.json $small --out set.json
expect 0 "ink, 4 frames" --headless --scene ink $small --auto --out auto.png
absent bad.png sheet.png auto.txt

# The panel in a window: buttons, a slider, a file; what is done in it is recorded, and is no stroke. Steps are tried
# again with more time for each, for a machine may be busy.
has_panel() {
    grep -q '^GPUFLUID_IMGUI_LIBRARY:FILEPATH=/' "$GF_BUILD_DIR/CMakeCache.txt" && command -v xvfb-run >/dev/null &&
        command -v xdotool >/dev/null
}
if has_panel; then
    cat >window.sh <<'WINDOW'
"$1" --scene ink --size 560x480 --grid 36x24 --dye-scale 1 --record-input window.txt &
pid=$!
press() {
    xdotool mousemove "$1" "$2"
    sleep "$pause"
    xdotool mousedown 1
    sleep "$pause"
    [ $# -eq 2 ] || xdotool mousemove "$3" "$4"
    sleep "$pause"
    xdotool mouseup 1
    sleep "$pause"
}
done=
for pause in 0.05 0.1 0.2 0.4 0.8 1.6 3.2; do
    kill -0 $pid || break
    press 874 81          # splats
    press 800 398 730 398 # speed of time, slower
    press 612 259         # save
    press 200 200 300 250 # a stroke
    xdotool key c
    [ -z "$done" ] || break
    # Once more with time to spare, for what was missed before.
    grep -q demo.speed preset.json 2>/dev/null && done=1
done
xdotool key Tab
sleep "$pause"
xdotool key Tab
sleep "$pause"
[ -z "${SHOT:-}" ] || import -window root "$SHOT"
xdotool key Escape
wait $pid
WINDOW
    # What drivers and X11 keep until the end is not the demo's, and their names are gone by then.
    if MESA_DEBUG=1 ASAN_OPTIONS=detect_leaks=0 xvfb-run -a -s "-screen 0 1000x600x24 -noreset" sh window.sh "$demo" >stdout.txt 2>stderr.txt; then
        grep -q 'Mesa: User error' stderr.txt && fail "GL errors"
        grep -q '^key splats$' window.txt || fail "a button of the panel does nothing"
        grep -q '^set demo.speed 0' window.txt || fail "a slider of the panel does nothing"
        grep -q '"scene": "ink"' preset.json || fail "the panel saved no preset"
        grep -A3 '"scene values"' preset.json | grep -q '"solver"\|"picture\.\|"grid\.' ||
            fail "the preset has nothing of the scene's own, for games"
        grep -q '^set demo.brushColors cycling$' window.txt || fail "a key does not change the brush's colours"
        grep -q '^size' window.txt && fail "the picture changes its size as the panel comes and goes"
        grep -q ' 1$' window.txt || fail "no stroke beside the panel"
        # Only what lies left of the panel is stirred: x is below 560, which is 0x1.18p+9.
        grep '^frame .* 1$' window.txt | while read -r _ _ x _ _; do
            [ "$(printf '%.0f' "$x")" -lt 560 ] || echo "$x"
        done >outside.txt
        [ -s outside.txt ] && fail "what is done in the panel stirs the fluid"
        expect 0 "frames, in replay.png" --headless --replay window.txt --out replay.png
    else
        cat stderr.txt
        fail "a window with the panel"
    fi
fi

[ $failures -eq 0 ]
