#!/bin/sh
# Recorded input: replayed it makes the same pictures to the last bit, and what is no recording is refused.
# GF_BUILD_DIR: the build (programs in bin/). GF_SOURCE_DIR: the source tree. The third argument is a part: `short` has
# one scene and no window, `long` a scene of each kind.
set -u

. "${GF_SOURCE_DIR:?}/tests/support/demo_scenes.sh"
XDG_CACHE_HOME=$folder/cache
export XDG_CACHE_HOME

# seal FILE: the lines of standard input, and the sum that ends a recording.
seal() {
    cat >"$1"
    echo "end $(cksum <"$1" | cut -d' ' -f1)" >>"$1"
}

# same A B FRAMES: pictures A_0.png and so on are those of B.
same() {
    for i in $(seq 0 $(($3 - 1))); do
        cmp -s "$1_$i.png" "$2_$i.png" || fail "frame $i of $1 is not that of $2"
    done
}

# A run without a hand in it, and what it is when replayed and recorded again.
expect 0 "6 frames" --headless --scene ink --size 48x32 --grid 24x16 --frames 6 --out run_%d.png --record-input run.txt
expect 0 "6 frames" --headless --replay run.txt --out again_%d.png --record-input again.txt
cmp run.txt again.txt || fail "a replay records something else than it was given"
same run again 6
expect 0 "2 frames" --headless --replay run.txt --frames 2 --out short_%d.png
same run short 2
absent short_2.png

# Strokes, keys, the wheel and sizes, as the window has them, in a scene of each kind.
strokes='frame 0x1p-6 20 12 0
frame 0x1p-6 20 12 1
frame 0x1p-5 40 16 1
wheel -0x1p+1
frame 0x1.8p-6 30 20 1
frame 0x1p-6 30 20 2
frame 0x1p-6 10 12 2
key reset
frame 0x1p-6 10 12 1
key view
frame 0x1.8p-6 30 16 1
size 64 48 64 48
key pause
frame 0x1p-6 30 16 0
key step
frame 0x1p-6 24 20 1
key quality
key pause
frame 0x1p-6 24 20 0
size 64 48 0 0
frame 0x1p-6 24 20 5'
part=${3:-short}
kinds=ink
[ "$part" = long ] && kinds="ink sph3d_box blobs splash sph_drops pond"
for scene in $kinds; do
    expect 0 "" --headless --scene $scene --size 48x32 --grid 24x16 --particles 300 --frames 0 --record-input none.txt
    { sed '/^begin$/q' none.txt && echo "$strokes" && echo "key next" && echo "frame 0x1p-6 0 0 0"; } | seal $scene.txt
    { sed '/^begin$/q' none.txt && echo "$strokes" | sed 's/^\(frame .*\) [0-9]*$/\1 0/'; } | seal still.txt
    expect 0 "13 frames" --headless --replay $scene.txt --out first_%d.png --record-input first.txt
    expect 0 "13 frames" --headless --replay first.txt --out second_%d.png
    expect 0 "12 frames" --headless --replay still.txt --out still_%d.png
    same first second 13
    cmp -s first_3.png still_3.png && fail "$scene: what the mouse does shows in no picture"
done

# In a window, where there is one: what was done in it comes again, without one and in another.
if [ "$part" = long ] && command -v xvfb-run >/dev/null && command -v xdotool >/dev/null; then
    cat >window.sh <<'WINDOW'
"$1" --scene ink --size 48x32 --grid 24x16 --frames 30 --record-input window.txt --out shown_%d.png &
pid=$!
while kill -0 $pid 2>/dev/null; do
    xdotool mousemove 20 12 mousedown 1 mousemove 30 20 mouseup 1 key v
done
wait $pid
WINDOW
    if xvfb-run -a -s "-screen 0 320x240x24" sh window.sh "$demo" >stdout.txt 2>stderr.txt; then
        [ "$(grep -c ^frame window.txt)" -eq 30 ] || fail "a window's recording has not all of its frames"
        expect 0 "30 frames" --headless --replay window.txt --out w_%d.png --record-input twice.txt
        expect 0 "30 frames" --headless --replay twice.txt --out v_%d.png
        cmp window.txt twice.txt || fail "a window's recording is another one when it is replayed"
        same w v 30
        xvfb-run -a -s "-screen 0 320x240x24" "$demo" --replay window.txt --out last.png >stdout.txt 2>stderr.txt ||
            fail "a replay in a window"
        cmp shown_29.png last.png || fail "a replay in a window shows something else, or --out is not its last frame"
    else
        fail "a recording in a window"
    fi
fi

# What else a run took must be there again.
cp run_0.png picture.png
cp run_1.png other.png
expect 0 "" --headless --scene image --size 48x32 --grid 24x16 --frames 1 --image picture.png --record-input image.txt
expect 0 "1 frames" --headless --replay image.txt --image picture.png --out image.png
expect 1 "another --image" --headless --replay image.txt --image other.png --out bad.png
expect 1 "another --image" --headless --replay image.txt --out bad.png
expect 1 "without --mask" --headless --replay run.txt --mask picture.png --out bad.png

# No recording, a damaged one, one of another version, and what no window can do.
expect 1 "No such file" --headless --replay missing.txt --out bad.png
expect 1 "no recorded input" --headless --replay picture.png --out bad.png
: >empty.txt
expect 1 "no recorded input" --headless --replay empty.txt --out bad.png
for size in 20 100 200 300; do
    head -c $size run.txt >bad.txt
    expect 1 "cut off or damaged" --headless --replay bad.txt --out bad.png
done
sed 's/24x16/24x17/' run.txt >bad.txt
expect 1 "cut off or damaged" --headless --replay bad.txt --out bad.png
# forge TEXT SCRIPT: what sed makes of the recording is sealed, and refused for this reason.
forge() {
    sed -e '/^end /d' -e "$2" ink.txt | seal bad.txt
    expect 1 "$1" --headless --replay bad.txt --out bad.png
}
forge "input 1' is expected" 's/input 1/input 2/'
forge "another version" 's/^library .*/library 9.9.9/'
forge "ahead 0" 's/^ahead .*/ahead 7/'
forge "option of this version" 's/^option scene .*/option scene nowhere/'
forge "option of this version" 's/^option seed .*/option bogus 1/'
forge "option of this version" 's/^option size .*/option size 0x99999/'
forge "'option', 'file' or 'begin'" 's/^begin$/hello/'
forge "with numbers that can be" 's/^key next/key other/'
for frame in "nan 0 0 0" "inf 0 0 0" "-1 0 0 0" "1 0 0" "1 0 0 8" "1 0 0 0 0" "1e9 0 0 0" "0 1e300 0 0" "0  0 0 0" ""; do
    forge "with numbers that can be" "s/^frame .*/frame $frame/"
done
forge "with numbers that can be" 's/^size .*/size 64 48 9999 48/'
forge "with numbers that can be" 's/^size .*/size 0 0 0 0/'
printf 'fluid_demo input 1\0\n' | seal bad.txt
expect 1 "no recorded input" --headless --replay bad.txt --out bad.png
expect 2 "expected without --scene" --headless --replay run.txt --scene ink
bakes 2 "--sheet" --sheet sheet.png --replay run.txt
expect 2 "expected another file" --headless --replay run.txt --record-input run.txt
expect 1 "does not exist" --headless --frames 1 --out bad.png --record-input none/run.txt
absent bad.png sheet.png none

[ $failures -eq 0 ]
