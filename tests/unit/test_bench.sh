#!/bin/sh
# The bench's command line and its JSON, on grids so small that no time means anything.
# GF_BUILD_DIR: the build (programs in bin/). GF_SOURCE_DIR: the source tree. The third argument is a part: `short`
# measures steps of a grid alone, `long` all.
set -u

bench="${GF_BUILD_DIR:?}/bin/fluid_bench"
[ -x "$bench" ] || { echo "no fluid_bench in this build"; exit 77; }
program=$bench
. "${GF_SOURCE_DIR:?}/tests/support/command_line.sh"
part=${3:-long}
small="--steps 1 --batches 1 --warmup 1"

version=$(sed -n 's/^#define GF_VERSION_STRING "\(.*\)"/\1/p' "${GF_SOURCE_DIR:?}/include/gpufluid/base.h")
expect 0 "--case NAME" --help
[ "$(grep -o '^ *--[a-z]*' stdout.txt | sort | uniq -d | wc -l)" -eq 0 ] || fail "--help: an option is listed twice"
expect 0 "fluid_bench $version" --version
for name in step projection quality advection effects frame detail game cpu tweet pour flood column; do
    expect 0 "$name" --list
done

expect 2 "no case 'steps'" --case steps
expect 2 "no solver 'mesh'" --solver mesh
expect 2 "no case 'step' of solver 'gaussian'" --case step --solver gaussian
expect 2 "multigrid or jacobi" --method gauss
expect 2 "--cycles" --cycles -1
expect 2 "at most 100" --cycles 101
expect 2 "--cycles" --method jacobi --cycles 10001
expect 2 "--grid" --grid 3
expect 2 "all or plume" --dye none
expect 2 "32, 16 or mixed" --precision double
expect 2 "low, medium" --quality best
expect 2 "gl33 or es30" --api vulkan
expect 2 "auto, base or gather" --tier compute
expect 2 "numbers of 256" --particles 1024,9
expect 2 "2 to 3" --dimensions 4
expect 2 "sorted, slots, hashed or plain" --search brute
expect 2 "--seconds" --seconds -1
expect 1 "cannot write" --json none/out.json

expect 0 "plain/ours" --grid 16,20x12 $small --json step.json
if [ "$part" = long ]; then
    expect 0 "plain/ours" --grid 16 $small --method jacobi --cycles 3 --cold --dye plume --precision mixed --quality low \
        --json jacobi.json
    expect 0 "cycle/plain" --case projection --grid 18x13,8 $small --api es30 --tier base --json projection.json
    expect 0 "quintic" --case advection --grid 16 $small --json advection.json
    expect 0 "reference" --case quality --grid 16 $small --json quality.json
    expect 0 "ours/step" --case effects --grid 16,20x12 $small --json effects.json
    expect 0 "ours/step" --case frame --grid 20x12 $small --json frame.json
    expect 0 "ours/plain" --case detail --grid 16 $small --json detail.json
    expect 0 "moving/static" --case game --grid 32,20x12 $small --json game.json
    expect 0 "us frame" --case cpu --grid 16 $small --json cpu.json
    expect 0 "plain/copy" --solver gaussian --grid 48,40x32 $small --json gaussian.json
    expect 0 "plain/copy" --case pour --grid 32 $small --json pour.json
    expect 0 "detailed" --solver shallow --grid 32,40x24 $small --json shallow.json
    expect 0 "neighbours" --solver particles --particles 1024 $small --json column.json
    expect 0 "neighbours" --solver particles --particles 256,300 --dimensions 3 --search sorted $small --json deep.json
    expect 0 "see --seconds" --solver particles --particles 1024 --dimensions 2 --search hashed --seconds 1 --warmup 99999 \
        --json late.json
fi

python3 - "$part" 2>stderr.txt <<'PYTHON' || fail "the JSON"
import json, math, sys

def load(name):
    report = json.load(open(name + ".json"))
    assert sorted(report) == ["api", "cases", "renderer", "tier", "version"], sorted(report)
    assert report["tier"] in ("base", "gather") and (name != "projection" or report["tier"] == "base"), report["tier"]
    return report["cases"]

def read(name, case, keys):
    rows = load(name)
    for row in rows:
        assert sorted(row) == sorted(["case", "solver", "grid"] + keys), sorted(row)
        assert row["case"] == case and row["solver"] == "grid" and row["ms"] > 0, row
        assert math.isfinite(row["residual"]) and 0 <= row["residual"] < 1, row
    return rows

step_keys = ["method", "cycles", "ms", "plain_ms", "limit_ms", "copy_ms", "residual", "plain_residual", "steps",
             "plain_steps", "batches", "warm_start", "dye", "precision", "bits", "quality", "passes_count", "gl_calls",
             "framebuffer_binds", "passes_dropped", "passes"]
rows = read("step", "step", step_keys)
assert all(10 < row["passes_count"] < row["gl_calls"] / 3 for row in rows), rows
assert all(10 < row["framebuffer_binds"] < row["passes_count"] + 5 for row in rows), rows
assert [row["grid"] for row in rows] == [[16, 16], [20, 12]]
assert all(row["method"] == "multigrid" and row["cycles"] == 1 for row in rows)
assert all(row["warm_start"] and row["dye"] == "all" and row["precision"] == "default" for row in rows)
if sys.argv[1] == "short":
    sys.exit()
rows = read("jacobi", "step", step_keys)
assert all(not row["warm_start"] and row["dye"] == "plume" and row["precision"] == "mixed" and row["bits"] == [32, 16, 16] and row["quality"] == "low" for row in rows)
assert [(row["method"], row["cycles"]) for row in rows] == [("jacobi", 3)]

rows = load("shallow")
assert [row["grid"] for row in rows] == [[32, 32], [40, 24]]
for row in rows:
    assert sorted(row) == sorted(["case", "solver", "grid", "ms", "detailed_ms", "copy_ms", "copies", "substeps", "steps",
                                  "batches", "passes_dropped", "passes"]), sorted(row)
    assert row["case"] == "flood" and row["solver"] == "shallow" and row["ms"] > 0, row
    assert math.isclose(row["copies"], row["ms"] / row["copy_ms"], rel_tol=1e-5) and row["substeps"] == 1, row

solids = ["none", "circle", "discs", "wall_odd", "wall_even", "diagonal", "gap", "maze", "specks"]
methods = [("multigrid", cycles) for cycles in (1, 2, 3, 4)] + [("jacobi", 40)]
rows = read("projection", "projection", ["solids", "input", "method", "cycles", "residual", "ms", "plain_ms", "cycle_ms",
                                         "ratio", "batches"])
assert [(row["grid"], row["solids"], row["input"], row["method"], row["cycles"]) for row in rows] == \
    [(grid, s, i, *m) for grid in ([18, 13], [8, 8]) for s in solids for i in ("edge", "margin") for m in methods]
for row in rows:
    assert row["plain_ms"] > 0, row
    assert math.isclose(row["ratio"], row["cycle_ms"] / row["plain_ms"], rel_tol=1e-5), row

rows = read("quality", "quality", ["quality", "ms", "residual", "batches"])
assert [row["quality"] for row in rows] == ["low", "medium", "high", "reference"]
rows = read("advection", "advection", ["advection", "ms", "residual", "batches"])
assert [row["advection"] for row in rows] == ["bilinear", "catmull-rom", "quintic"]

rows = load("frame")
assert math.isclose(rows[0]["ratio"], rows[0]["ms"] / rows[0]["step_ms"], rel_tol=1e-4), rows
rows = load("detail")
assert math.isclose(rows[0]["ratio"], rows[0]["ms"] / rows[0]["plain_ms"], rel_tol=1e-4), rows

rows = load("effects")
assert [row["grid"] for row in rows] == [[16, 16], [20, 12]]
for row in rows:
    assert sorted(row) == sorted(["case", "solver", "grid", "ms", "plain_ms", "draw_ms", "step_ms", "ratio", "batches",
                                  "passes_dropped", "passes"]), sorted(row)
    assert all(row[key] > 0 for key in ("plain_ms", "draw_ms", "step_ms")), row
    assert math.isclose(row["ms"], row["draw_ms"] - row["plain_ms"], rel_tol=1e-4, abs_tol=1e-6), row
    assert math.isclose(row["ratio"], row["ms"] / row["step_ms"], rel_tol=1e-4, abs_tol=1e-6), row
    assert not row["passes"] or "bloom" in [entry["label"] for entry in row["passes"]], row

rows = load("game")
assert [row["grid"] for row in rows] == [[32, 32], [20, 12]]
for row in rows: # others may add keys
    assert {"case", "solver", "grid", "solids", "static_ms", "moving_ms", "moving_ratio", "batches"} <= set(row), row
    assert row["case"] == "game" and row["solids"] == 20 and row["static_ms"] > 0 and row["moving_ms"] > 0, row
    assert 0 < row["cpu_ms_frame"] and 0 < row["cpu_ms"] and row["gl_calls_frame"] < row["gl_calls"], row
    assert row["cold_ms"] > 0 and row["warm_ms"] > 0 and row["ready_ms"] > 0 and row["programs"] > 20, row
    assert row["query_ms"] > 0 and row["waits"] == 0 and row["answers"] > 0, row
    assert row["scroll_ms"] > 0, row
    assert math.isclose(row["scroll_ratio"], row["scroll_ms"] / row["static_ms"], rel_tol=1e-5), row
    assert math.isclose(row["moving_ratio"], row["moving_ms"] / row["static_ms"], rel_tol=1e-5), row

row, = load("cpu")
assert sorted(row) == sorted(["case", "solver", "grid", "us", "gl_calls", "us_frame", "gl_calls_frame", "batches"]), row
assert row["us"] > 0 and row["us_frame"] > 0 and 0 < row["gl_calls_frame"] < row["gl_calls"], row

positive = ["ms", "plain_ms", "ratio", "copy_ms", "plain_copies", "steps", "batches"]
rows = load("gaussian") + load("pour")
assert [(row["case"], row["grid"]) for row in rows] == [("tweet", [48, 48]), ("tweet", [40, 32]), ("pour", [48, 48]),
                                                        ("pour", [40, 32]), ("pour", [32, 32])]
for row in rows:
    difference = ["difference"] if row["case"] == "tweet" else []
    assert sorted(row) == sorted(["case", "solver", "grid", "passes_dropped", "passes"] + positive + difference), row
    assert row["solver"] == "gaussian" and all(row[key] > 0 for key in positive), row
    assert all(sorted(entry) == ["count", "label", "ms"] and entry["count"] > 0 for entry in row["passes"]), row
    assert math.isclose(row["ratio"], row["plain_ms"] / row["ms"], rel_tol=1e-5), row
    assert math.isclose(row["plain_copies"], row["plain_ms"] / row["copy_ms"], rel_tol=1e-5), row
    assert 0 <= row.get("difference", 0) <= 1e-4, row

column_keys = ["case", "solver", "particles", "dimensions", "search"]
found_keys = ["substep_ms", "copy_ms", "substep_copies", "substeps_per_step", "neighbours", "densest", "dropped",
              "steps", "batches", "passes_dropped", "passes"]
rows = load("column") + load("deep")
searches = ["sorted", "slots", "hashed", "plain"]
assert [(row["particles"], row["dimensions"], row["search"]) for row in rows] == \
    [(1024, dimensions, search) for dimensions in (2, 3) for search in searches] + [(256, 3, "sorted"), (300, 3, "sorted")]
for row in rows:
    assert sorted(row) == sorted(column_keys + found_keys), sorted(row)
    assert (row["case"], row["solver"], row["substeps_per_step"]) == ("column", "particles", 3), row
    assert row["substep_ms"] > 0 and row["copy_ms"] > 0 and row["dropped"] == 0, row
    assert math.isclose(row["substep_copies"], row["substep_ms"] / row["copy_ms"], rel_tol=1e-5), row
    assert 8 < row["neighbours"] < 25 and 0.8 < row["densest"] <= 2, row
    assert not row["passes"] or {"density", "pressure", "forces"} <= set(row["passes"]), row
    assert all(ms >= 0 for ms in row["passes"].values()), row

report = json.load(open("late.json"))
assert report["cases"] == [], report
row, = report["skipped"]
assert sorted(row) == sorted(column_keys + ["reason"]) and row["search"] == "hashed", row
PYTHON

[ "$failures" -eq 0 ] || { echo "$failures failed" >&2; exit 1; }
echo "the bench's command line and JSON: all as expected"
