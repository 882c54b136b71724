#!/bin/sh
# What fluid_bake makes for films and games: what is in the files, and what goes wrong. `short` has a stand-in for ffmpeg
# that keeps the frames as they come; `ffmpeg` takes the real one.
# GF_BUILD_DIR: the build (programs in bin/). GF_SOURCE_DIR: the source tree.
set -u

part=${3:-short}
. "${GF_SOURCE_DIR:?}/tests/support/demo_scenes.sh"
support="${GF_SOURCE_DIR:?}/tests/support"
draw="--size 48x32 --grid 24x16"
program=$bake

if [ "$part" = ffmpeg ]; then
    command -v ffmpeg >/dev/null 2>&1 && command -v ffprobe >/dev/null 2>&1 || exit 77
    for end in mp4 webm; do
        expect 0 "film of 7 frames" $draw --size 47x33 --frames 7 --record film.$end
        said=$(ffprobe -v error -count_frames -show_entries stream=nb_read_frames,width,height,r_frame_rate \
            -of csv=p=0 film.$end)
        [ "$said" = "48,34,60/1,7" ] || fail "film.$end has $said"
    done
    # What is filmed is what is shown.
    expect 0 "film of 20 frames" $draw --size 128x96 --frames 20 --record shown.mp4 --out shown.png
    ffmpeg -v error -i shown.mp4 -vf "select=eq(n\,19)" -frames:v 1 filmed.png 2>stderr.txt || fail "the last frame"
    check alike shown.png filmed.png 6
    expect 0 "loop:" $draw --size 128x96 --loop 0.5 --record loop.mp4
    [ "$(ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 loop.mp4)" = 30 ] ||
        fail "a loop of another length"
    ln -s /dev/full full.mp4
    expect 1 "ffmpeg failed with status" $draw --frames 3 --record full.mp4
    expect 0 "velocity, 24 x 16" $draw --frames 3 --field velocity --out field.exr
    [ "$(ffprobe -v error -show_entries stream=width,height,pix_fmt -of csv=p=0 field.exr)" = "24,16,gbrpf32le" ] ||
        fail "an EXR that others read in another way"
    # A film that stirs: in colours of its own, from the file's end on from its beginning.
    expect 0 "" $draw --scene mirror --frames 30 --out made.png
    expect 0 "" --size 192x112 --scene neon --frames 20 --record stirring.mp4
    expect 0 "" $draw --scene mirror --video stirring.mp4 --frames 30 --out followed.png
    check bright followed.png
    cmp -s made.png followed.png && fail "--video without effect"
    head -c 300 stirring.mp4 >cut.mp4
    expect 1 "no more pictures" $draw --scene mirror --video cut.mp4 --frames 4 --out cut.png
    if [ -n "$(command -v xvfb-run)" ]; then
        xvfb-run -a "$demo" --size 64x48 --grid 24x16 --frames 20 --record window.mp4 >stdout.txt 2>stderr.txt ||
            fail "a film from the window"
        present window.mp4
    fi
    exit $((failures > 0))
fi

mkdir stand_in broken empty
cat >stand_in/ffmpeg <<'SCRIPT'
#!/bin/sh
for file; do :; done
exec cat >"$file"
SCRIPT
cat >broken/ffmpeg <<'SCRIPT'
#!/bin/sh
echo "no such encoder" >&2
exit 3
SCRIPT
chmod +x stand_in/ffmpeg broken/ffmpeg
ln -s /dev/full full.png
ln -s /dev/full full.exr
ln -s /dev/full full.gif
path=$PATH

# A film has exactly the frames that were asked for, and there is no other picture.
PATH="$folder/stand_in:$path"
for frames in 1 7; do
    expect 0 "film of $frames frames, 48 x 32" $draw --frames $frames --record film.mp4
    [ "$(wc -c <film.mp4)" -eq $((frames * 48 * 32 * 4)) ] || fail "$frames frames are $(wc -c <film.mp4) bytes"
    absent fluid_smoke.png
done
expect 0 "film of 7 frames" $draw --frames 7 --record film.webm --out last.png
check last_frame film.webm 48 32 last.png
# A loop's last frame is as near to its first as neighbours are.
expect 0 "loop: last frame to first" $draw --loop 0.5 --record loop.mp4 --scene ink
check loop loop.mp4 48 32 30
# ffmpeg missing, failing, or out of room.
PATH="$folder/broken:$path"
expect 1 "ffmpeg failed with status 3" $draw --frames 40 --record none.mp4
grep -q "no such encoder" stderr.txt || fail "ffmpeg's own words are missing"
expect 1 "no more pictures" $draw --scene mirror --video broken/ffmpeg --frames 4 --out mirror.png
PATH="$folder/empty"
"$program" $draw --frames 2 --record none.mp4 >stdout.txt 2>stderr.txt
got=$?
PATH=$path
[ $got -eq 1 ] && grep -q "needs the program ffmpeg" stderr.txt || fail "status $got without ffmpeg"
PATH="$folder/stand_in:$path"
expect 1 "does not exist" $draw --record nowhere/film.mp4
PATH=$path
absent none.mp4 nowhere
[ -z "$(find . -name '.unfinished*')" ] || fail "an unfinished file stays"

# A GIF needs no ffmpeg: every third frame, in its own colours, and what stands still stays the same. Built without
# giflib, the demo says so.
PATH="$folder/empty"
"$program" $draw --size 96x64 --frames 60 --record film.gif --out shown.png >stdout.txt 2>stderr.txt
got=$?
PATH=$path
if grep -q "libgif-dev" stderr.txt; then
    [ $got -eq 1 ] || fail "status $got without giflib"
    absent film.gif shown.png
else
    [ $got -eq 0 ] && grep -q "film of 20 frames, 96 x 64" stdout.txt || fail "status $got of a GIF"
    expect 0 "loop: last frame to first" $draw --size 96x64 --loop 1 --record loop.gif --scene fire
    expect 0 "film of 1 frames, 1 x 1" $draw --size 1x1 --frames 1 --record point.gif
    expect 0 "film of 2 frames" $draw --frames 4 --scene taylor_green --view solids --record still.gif
    expect 1 "No space left" $draw --frames 6 --record full.gif
    expect 1 "does not exist" $draw --record nowhere/film.gif
    [ -z "$(find . -name '.unfinished*')" ] || fail "an unfinished file of a GIF stays"
    if /usr/bin/python3 -c "import PIL" 2>/dev/null; then
        for film in "film.gif 20 96 64" "loop.gif 20 96 64" "point.gif 1 1 1" "still.gif 2 48 32"; do
            /usr/bin/python3 "$support/film_files.py" gif $film 2>stderr.txt || fail "check $film"
        done
    fi
fi

# Sheets.
expect 0 "168 x 80 pixels: 3x2 tiles of 48x32" $draw --frames 60 --flipbook book.png --tiles 3x2 --flowmap flow.png --normals normals.png \
    --distance distance.png
check book book.png 3 2 48 32
check normals normals.png 3 2 48 32
check size flow.png 168 80
# What reaches a tile's edge fades there, unless it is to be kept.
expect 0 "" $draw --frames 60 --flipbook kept.png --tiles 3x2 --edges keep
check faded book.png kept.png 3 2 48 32
expect 0 "flow map in flow.png" $draw --frames 60 --flowmap flow.png --distance distance.png --field velocity \
    --out velocity.exr
check flow flow.png velocity.exr
check distance distance.png
expect 0 "" $draw --loop 0.5 --flipbook book.png --tiles 4x2
check book book.png 4 2 48 32
expect 0 "" $draw --scene splash --frames 20 --distance distance.png --normals normals.png
check distance distance.png
# Fields: the same values in both kinds of file.
expect 0 "" $draw --frames 30 --field velocity --out field.exr
expect 0 "0 to 65535 is" $draw --frames 30 --field velocity --out field.png
check fields field.exr field.png
expect 0 "" $draw --frames 2 --field dye --out dye_%d.exr
present dye_0.exr dye_1.exr
expect 1 "field mass" $draw --frames 1 --field mass --out mass.exr

# What cannot be written, and wrong command lines.
expect 1 "full.png: No space left" $draw --frames 6 --flipbook full.png --tiles 2x2
for flag in --flowmap --normals --distance; do
    expect 1 "full.png: No space left" $draw --frames 2 $flag full.png
done
expect 1 "full.exr: No space left" $draw --frames 2 --field dye --out full.exr
expect 1 "does not exist" $draw --flipbook nowhere/book.png
expect 1 "at least as many frames, not 3: --frames 4" $draw --frames 3 --flipbook few.png --tiles 2x2
expect 1 "at least as many frames, not 60: --loop 1.07" $draw --loop 1 --frames 1 --flipbook few.png --tiles 8x8
expect 1 "8256 x 1032 pixels; some graphics cards" $draw --size 1024x1024 --frames 1 --flipbook few.png --tiles 8x1
expect 2 "expected one of fade keep" $draw --flipbook few.png --edges round
expect 2 "--edges: expected together" $draw --edges keep
expect 2 ".mp4, .webm or .gif" $draw --record film.avi
expect 2 "ends in .png" $draw --flipbook film.jpg
refuse_each "--tiles" $draw --flipbook few.png --tiles -- 0x2 2x65 8 x x8 8x8x8 "" axb
refuse_each "--loop" $draw --record film.mp4 --loop -- 0 -1 61 nan "" 1s
expect 2 "--loop: expected together" $draw --loop 1
expect 2 "--tiles: expected together" $draw --tiles 2x2
expect 2 "expected one of velocity dye" $draw --field colour --out field.exr
expect 2 "--field: expected together" $draw --field dye
expect 1 "--video nowhere.mp4: No such file" $draw --scene mirror --video nowhere.mp4 --out few.png
expect 1 "--camera /dev/no_camera: No such file" $draw --scene mirror --camera /dev/no_camera --out few.png
expect 2 "with the scene mirror" $draw --video book.png --out few.png
expect 2 "--video: expected without" $draw --scene mirror --video book.png --camera /dev/video0 --out few.png
program=$demo
expect 2 "expected without --video" $draw --scene mirror --video book.png --record-input input.txt
program=$bake
expect 2 "three dimensions" $draw --scene sph3d_box --flowmap few.png
expect 2 "in perspective" $draw --scene pond --flipbook few.png
expect 2 "another file than" $draw --flipbook same.png --normals ./same.png
absent few.png same.png
exit $((failures > 0))
