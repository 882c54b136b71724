#!/bin/sh
# Every scene of the demo: it runs, measures itself, shows its views, and keeps what it has.
# GF_BUILD_DIR: the build (programs in bin/). GF_SOURCE_DIR: the source tree. The third argument is a part: `long` has a
# tenth of the scenes, others with another commit, and `all` all of them, and a sheet.
set -u

. "${GF_SOURCE_DIR:?}/tests/support/demo_scenes.sh"
part=${3:-long}
searched="sph_oil sph3d_box"
few="1 7"
turns="splash dam fountain blobs pour" # twice they are ten, of which a sample has one
dam_views="velocity pressure vorticity solids mass lic arrows"
smoke_views="divergence lic arrows"
oil_views="velocity pressure vorticity solids mass liquid lic arrows particles density"
valley_views="velocity mass lic"
if [ "$part" = long ]; then
    gaussian_scenes="blobs$(sample $gaussian_scenes | grep -vx blobs | sed 's/^/ /' | tr -d '\n')"
    flat_particle_scenes="sph_oil$(sample $flat_particle_scenes | grep -vx sph_oil | sed 's/^/ /' | tr -d '\n')"
    water_scenes="dam$(sample $water_scenes | grep -vx dam | sed 's/^/ /' | tr -d '\n')"
    space_scenes=sph3d_box
    shallow_scenes="beach dam_valley"
    particle_scenes="$flat_particle_scenes $space_scenes"
    scenes="smoke $(sample $grid_scenes | grep -vx smoke) $gaussian_scenes $water_scenes"
    scenes="$scenes $particle_scenes $shallow_scenes"
fi

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

# Every scene runs, says where its picture is, and measures itself.
for scene in $scenes; do
    expect 0 "out_$scene.png" $small --scene $scene --out out_$scene.png --stats out_$scene.json
    present out_$scene.png out_$scene.json
    case " $gaussian_scenes " in *" $scene "*) solver=gaussian ;; *) solver=grid ;; esac
    case " $water_scenes " in *" $scene "*) solver=water ;; esac
    case " $particle_scenes " in *" $scene "*) solver=particles ;; esac
    case " $shallow_scenes " in *" $scene "*) solver=shallow ;; esac
    python3 - "$scene" "out_$scene.json" $solver 2>stderr.txt <<'PYTHON' || fail "--stats of $scene"
import json, math, sys
report = json.load(open(sys.argv[2]))
keys = ["scene", "solver", "grid", "frames", "renderer", "mass_initial", "mass_final", "divergence_rms_before",
        "divergence_rms_after", "speed_max", "dye_in_solids", "mass_in_solids", "mass_correction", "momentum",
        "nonfinite", "ms_per_step", "ms_per_draw", "passes"]
if sys.argv[3] == "particles":
    assert report["particles_initial"] == report["particles"] == 300, report
if sys.argv[3] in ("particles", "water"):
    assert report["ids_unique"] is True and report["neighbours_dropped"] == 0
    keys += ["particles_initial", "particles", "ids_unique", "neighbours_dropped"]
assert sorted(report) == sorted(keys), sorted(report)
assert report["scene"] == sys.argv[1] and report["solver"] == sys.argv[3]
assert report["grid"] == [24, 16] and report["frames"] == 2
assert isinstance(report["renderer"], str) and report["renderer"]
for key in keys[5:12] + ["ms_per_step", "ms_per_draw"]:
    assert isinstance(report[key], float) and math.isfinite(report[key]) and report[key] >= 0, key
assert report["nonfinite"] == 0 and report["dye_in_solids"] == 0
if sys.argv[3] != "shallow":  # whose lakes are at rest, and stand in the edges of stones
    assert report["speed_max"] > 0 and report["mass_in_solids"] == 0
assert isinstance(report["mass_correction"], float) and abs(report["mass_correction"]) < 0.01
assert len(report["momentum"]) == 2 and all(math.isfinite(value) for value in report["momentum"])
for entry in report["passes"]:
    assert sorted(entry) == ["count", "label", "ms"] and entry["count"] > 0, entry
PYTHON
done

# Scenes without a choice of quality say so and run; views that the solver lacks are refused.
for scene in $gaussian_scenes $water_scenes; do
    expect 0 "scene $scene has no choice of quality" $small --scene $scene --quality high --out plain.png
    cmp -s plain.png out_$scene.png || fail "--quality changed the picture of $scene"
    expect 2 "expected one of dye velocity pressure vorticity solids mass" --scene $scene --view temperature
    expect 2 "has no such view" --scene $scene --view divergence
done
for view in $dam_views; do
    expect 0 "view.png" $small --scene dam --view $view --out view.png
done
expect 2 "expected one of dye velocity pressure temperature vorticity solids" --scene smoke --view mass
for view in $smoke_views; do
    expect 0 "view_$view.png" $small --scene smoke --view $view --out view_$view.png
done
cmp -s view_lic.png view_arrows.png && fail "another view should give another picture"

# Particles: as many as were asked for, however few, and no other number later. All searches find the same neighbours.
for scene in $particle_scenes; do
    for particles in $few; do
        expect 0 "few.png" --headless --size 48x32 --scene $scene --particles $particles --frames 20 --out few.png \
            --stats few.json
        python3 - $particles 2>stderr.txt <<'PYTHON' || fail "$particles particles in $scene"
import json, sys
report = json.load(open("few.json"))
assert report["particles_initial"] == report["particles"] == int(sys.argv[1]), report
assert report["ids_unique"] is True and report["nonfinite"] == 0, report
PYTHON
    done
    expect 0 "sorted.png" $small --scene $scene --search sorted --out sorted.png
    cmp -s sorted.png out_$scene.png || fail "the search of $scene is not the sorted one"
    expect 0 "scene $scene has no choice of quality" $small --scene $scene --quality high --out plain.png
done
for scene in $flat_particle_scenes; do
    expect 2 "expected one of dye velocity pressure vorticity solids mass" --scene $scene --view temperature
done
for search in slots hashed; do
    for scene in $searched; do
        expect 0 "$search.png" $small --scene $scene --search $search --out $search.png
    done
done
for view in $oil_views; do
    expect 0 "view.png" $small --scene sph_oil --view $view --out view.png
done
for scene in $space_scenes; do
    expect 2 "expected one of dye liquid particles" --scene $scene --view velocity
    for view in liquid particles; do
        expect 0 "view_$view.png" $small --scene $scene --view $view --out view_$view.png
    done
    cmp -s view_liquid.png view_particles.png && fail "$scene: another view should give another picture"
    expect 0 "es.png" $small --scene $scene --api es30 --out es.png
done
for scene in $shallow_scenes; do
    expect 2 "expected one of dye velocity vorticity solids mass" --scene $scene --view pressure
done
expect 0 "scene beach has no choice of quality" $small --scene beach --api es30 --quality high --out es.png
cmp -s es.png out_beach.png || fail "OpenGL ES or --quality changed the picture of beach"
for view in $valley_views; do
    expect 0 "view_$view.png" $small --scene dam_valley --view $view --out view_$view.png
    cmp -s view_$view.png out_dam_valley.png && fail "$view should give another picture of dam_valley"
done
expect 2 "has no such view" --scene blobs --view particles
for scene in blobs dam; do
    expect 0 "ignored.png" $small --scene $scene --particles 7 --search slots --out ignored.png
    cmp -s ignored.png out_$scene.png || fail "--particles changed the picture of $scene"
done

# Liquids for longer, on grids of several shapes, and round a mask: nothing blows up, nothing in solids, none lost.
for shape in "--grid 32x32 --size 32x32" "--grid 49x33 --size 98x66" "--grid 32x24 --size 32x24 --mask disc.png"; do
    liquids="dam pour"
    [ "$shape" = "--grid 49x33 --size 98x66" ] && liquids="splash dam fountain blobs pour liquid"
    if [ "$part" != all ]; then
        case $shape in *--mask*) liquids=dam ;; *) liquids=$(sample $turns $turns) ;; esac
    fi
    for scene in $liquids; do
        expect 0 "long.png" --headless --scene $scene $shape --frames 90 --out long.png --stats long.json
        python3 - $scene 2>stderr.txt <<'PYTHON' || fail "90 frames of $scene $shape"
import json, math, sys
report = json.load(open("long.json"))
assert report["nonfinite"] == 0 and report["mass_in_solids"] == 0, report
assert abs(report["mass_correction"]) < 1e-3, report["mass_correction"]
before, after = report["mass_initial"], report["mass_final"]
if sys.argv[1] in ["dam", "splash", "liquid"]:
    assert abs(after / before - 1) < 1e-4, (before, after)
elif sys.argv[1] != "blobs":  # which fly in and out
    assert after > before, (before, after)
PYTHON
    done
done

# All scenes in one picture, four side by side at half their size; and each in one of its own.
if [ "$part" = all ]; then
    bakes 0 "scenes, in %s.png" --sheet %s.png --size 48x32 --grid 24x16 --particles 300 --frames 1
    rows=$((($(echo $scenes | wc -w) + 3) / 4))
    check size all.png $((6 + 4 * (24 + 6))) $((6 + rows * (16 + 6)))
    check size smoke.png 24 16
    cmp -s smoke.png ink.png && fail "the scenes of a sheet should differ"
fi

[ "$failures" -eq 0 ] || { echo "$failures failed" >&2; exit 1; }
echo "the demo's scenes: all as expected"
