#!/bin/sh
# The demo's command line: exit status, messages, files written and files not written.
# GF_BUILD_DIR: the build (programs in bin/). GF_SOURCE_DIR: the source tree.
set -u

demo="${GF_BUILD_DIR:?}/bin/fluid_demo"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0
grid_scenes="smoke ink wind image cavity karman taylor_green tracers maze stirrer cloud neon ink_paper refraction fire"
gaussian_scenes="tweet splash dam blobs pour liquid"
scenes="$grid_scenes $gaussian_scenes"
small="--headless --size 48x32 --grid 24x16 --frames 2"

fail() {
    echo "FAILED: $*" >&2
    sed 's/^/    /' stderr.txt >&2
    failures=$((failures + 1))
}

# expect STATUS TEXT ARGUMENTS...: the demo ends with this status and says this on stdout or stderr.
expect() {
    status=$1
    text=$2
    shift 2
    "$demo" "$@" >stdout.txt 2>stderr.txt
    got=$?
    [ "$got" -eq "$status" ] || fail "status $got, expected $status: fluid_demo $*"
    cat stdout.txt stderr.txt | grep -qF -- "$text" || fail "nothing about '$text': fluid_demo $*"
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

# A disc, solid as a mask.
python3 - 2>stderr.txt <<'PYTHON' || fail "a mask"
import struct, zlib
size = 40
rows = b"".join(b"\0" + bytes(255 * ((x - 20) ** 2 + (y - 26) ** 2 < 60) for x in range(size)) for y in range(size))
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
open("disc.png", "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0)) +
                             chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
PYTHON

# A wrong command line: status 2, and what was expected.
for scene in "" Smoke sm smokes; do
    expect 2 "expected one of $listed" --scene "$scene"
done
for size in 0x10 10x0 -5x5 10 x10 10x 10x10x10 8193x10 10x8193 axb 1.5x2 99999999999999999999x4 " 8x8" ""; do
    expect 2 "expected WIDTHxHEIGHT" --headless --out size.png --size "$size"
done
for grid in 3x16 16x3 0x0 -4x4 8193x8 8x8193 4 "4 x 4" 4x4z nan; do
    expect 2 "each from 4 to 8192" --headless --out grid.png --grid "$grid"
done
for frames in -1 1.5 ten 99999999999999999999 10000001 "" 1e3; do
    expect 2 "--frames" --headless --out frames.png --frames "$frames"
done
for seed in -1 x 4294967296 ""; do
    expect 2 "--seed" --seed "$seed"
done
for scale in 0 0.2 9 -1 nan inf 1x ""; do
    expect 2 "--dye-scale" --dye-scale "$scale"
done
for out in "" "%s.png" "%d_%d.png" "a%" "%%.png" "%n.png" "%123d.png" "%.3d.png" "%ld.png"; do
    expect 2 "--out" --headless --out "$out"
done
expect 2 "expected one of dye velocity" --view colour
for quality in "" High best 3; do
    expect 2 "expected one of low medium high reference" --quality "$quality"
done
expect 2 "gl33 or es30" --api vulkan
expect 2 "--bogus" --bogus
expect 2 "--scene" --scene
expect 2 "'more'" $small --out more.png more
expect 2 "--headless" --out window.png
expect 2 "--headless" --stats window.json
absent size.png grid.png frames.png more.png window.png window.json

# A run that cannot be made: status 1, in every scene, and no file.
for scene in $scenes; do
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

# Every scene runs, says where its picture is, and measures itself.
for scene in $scenes; do
    expect 0 "out_$scene.png" $small --scene $scene --out out_$scene.png --stats out_$scene.json
    present out_$scene.png out_$scene.json
    case " $gaussian_scenes " in *" $scene "*) solver=gaussian ;; *) solver=grid ;; esac
    python3 - "$scene" "out_$scene.json" $solver 2>stderr.txt <<'PYTHON' || fail "--stats of $scene"
import json, math, sys
report = json.load(open(sys.argv[2]))
keys = ["scene", "solver", "grid", "frames", "renderer", "mass_initial", "mass_final", "divergence_rms_before",
        "divergence_rms_after", "speed_max", "dye_in_solids", "mass_in_solids", "mass_correction", "momentum",
        "nonfinite", "ms_per_step", "passes"]
assert sorted(report) == sorted(keys), sorted(report)
assert report["scene"] == sys.argv[1] and report["solver"] == sys.argv[3]
assert report["grid"] == [24, 16] and report["frames"] == 2
assert isinstance(report["renderer"], str) and report["renderer"]
for key in keys[5:12] + ["ms_per_step"]:
    assert isinstance(report[key], float) and math.isfinite(report[key]) and report[key] >= 0, key
assert report["nonfinite"] == 0 and report["dye_in_solids"] == 0 and report["speed_max"] > 0
assert report["mass_in_solids"] == 0
assert isinstance(report["mass_correction"], float) and abs(report["mass_correction"]) < 0.01
assert len(report["momentum"]) == 2 and all(math.isfinite(value) for value in report["momentum"])
for entry in report["passes"]:
    assert sorted(entry) == ["count", "label", "ms"] and entry["count"] > 0, entry
PYTHON
done

# Sizes, numbering, defaults and masks.
expect 0 "fluid_smoke.png" --headless --size 40x30 --frames 0
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
# Scenes without a choice of quality say so and run; views that the solver lacks are refused.
for scene in $gaussian_scenes; do
    expect 0 "scene $scene has no choice of quality" $small --scene $scene --quality high --out plain.png
    cmp -s plain.png out_$scene.png || fail "--quality changed the picture of $scene"
    expect 2 "expected one of dye velocity pressure vorticity solids mass" --scene $scene --view temperature
    expect 2 "has no such view" --scene $scene --view divergence
    for view in velocity pressure vorticity solids mass lic arrows; do
        expect 0 "view.png" $small --scene $scene --view $view --out view.png
    done
done
expect 2 "expected one of dye velocity pressure temperature vorticity solids" --scene smoke --view mass
for view in divergence lic arrows; do
    expect 0 "view_$view.png" $small --scene smoke --view $view --out view_$view.png
done
cmp -s view_lic.png view_arrows.png && fail "another view should give another picture"

# Liquids for longer, on grids of several shapes, and round a mask: nothing blows up, nothing in solids, none lost.
for scene in splash dam blobs pour liquid; do
    for shape in "--grid 64x64 --size 64x64" "--grid 49x33 --size 98x66" "--grid 64x48 --size 64x48 --mask disc.png"; do
        expect 0 "long.png" --headless --scene $scene $shape --frames 90 --out long.png --stats long.json
        python3 - $scene 2>stderr.txt <<'PYTHON' || fail "90 frames of $scene $shape"
import json, math, sys
report = json.load(open("long.json"))
assert report["nonfinite"] == 0 and report["mass_in_solids"] == 0, report
assert abs(report["mass_correction"]) < 1e-3, report["mass_correction"]
before, after = report["mass_initial"], report["mass_final"]
assert abs(after / before - 1) < 1e-4 if sys.argv[1] in ["dam", "blobs", "splash", "liquid"] else after > before, (before, after)
PYTHON
    done
done

# All scenes in one picture, four side by side at half their size.
expect 0 "scenes, in sheet.png" --sheet sheet.png --size 48x32 --grid 48x32 --frames 1
expect 2 "--sheet: expected without" --sheet sheet.png --headless --out other.png
expect 1 "does not exist" --sheet nowhere/sheet.jpg
absent nowhere other.png
python3 - 2>stderr.txt <<'PYTHON' || fail "size of the sheet"
import struct
width, height = struct.unpack(">II", open("sheet.png", "rb").read()[16:24])
assert width == 6 + 4 * (24 + 6) and (height - 6) % (16 + 6) == 0, (width, height)
PYTHON

# A periodic axis has an even number of cells, so here the scene takes one less.
expect 0 "odd.png" $small --scene taylor_green --grid 25x17 --out odd.png
expect 0 "seed.png" $small --scene ink --seed 7 --out seed.png
cmp -s seed.png out_ink.png && fail "another seed should give another picture"
expect 0 "again.png" $small --scene ink --out again.png
cmp -s again.png out_ink.png || fail "the same seed should give the same picture"
python3 - 2>stderr.txt <<'PYTHON' || fail "size of the picture"
import struct
width, height = struct.unpack(">II", open("fluid_smoke.png", "rb").read()[16:24])
assert (width, height) == (40, 30), (width, height)
PYTHON

[ "$failures" -eq 0 ] || { echo "$failures failed" >&2; exit 1; }
echo "the demo's command line: all as expected"
