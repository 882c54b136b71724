#!/usr/bin/env bash
# The Python package: what it is made from, its calls, hostile use, and that its pictures are those of C.
# Arguments: the source folder, the build folder, and `short`, from a wheel of the build folder; `examples`, from the
# folders themselves; or `long`: ./run wheel, installed into an environment of its own, and all from there.
. "$1/tests/support/package.sh"
skip_sanitized
[[ -s $build_dir/gpufluid_api.json ]] || skip "this build makes no gpufluid_api.json"

# The first Python 3 that has what is needed: that on PATH may belong to an environment without it.
python=
for candidate in python3 /usr/bin/python3; do
    if [[ -z $python ]] && "$candidate" -c "import cffi, numpy" 2>/dev/null; then
        python=$(command -v "$candidate")
    fi
done
[[ -n $python ]] || skip "no Python with cffi and numpy (python3-cffi, python3-numpy)"
has_module() {
    PYGAME_HIDE_SUPPORT_PROMPT=1 "$python" -c "import $1" 2>/dev/null
}
export PYTHONDONTWRITEBYTECODE=1 PYGAME_HIDE_SUPPORT_PROMPT=1 SDL_AUDIODRIVER=dummy
examples=$source_dir/bindings/python/examples

# run_example NAME ARGUMENTS: in $work; its picture is looked at by count_colors.
run_example() {
    (cd "$work" && "$python" "$examples/$1.py" "${@:2}" >"$work/said" 2>"$work/complaint") ||
        fail "$1.py: $(cat "$work/said" "$work/complaint")"
}

# run_examples SEEDS FRAMES
run_examples() {
    echo "examples"
    run_example dataset --seeds "$1" --side 32 --seconds 0.2 --out flows.npz
    "$python" - "$work/flows.npz" "$1" <<'PYTHON'
import sys
import numpy
flows = numpy.load(sys.argv[1])
seeds = int(sys.argv[2])
assert flows["velocity"].shape == (seeds, 32, 32, 2) and flows["vorticity"].shape == (seeds, 33, 33)
assert numpy.isfinite(flows["velocity"]).all() and flows["velocity"].std(axis=(1, 2, 3)).min() > 1e-3
assert len({flow.tobytes() for flow in flows["velocity"]}) == seeds, "two seeds have one flow"
PYTHON
    if ! has_module pygame; then
        echo "without pygame (python3-pygame)"
        return
    fi
    run_example flipbook flipbook.png
    expect_colors "$work/flipbook.png" 500
    if has_module moderngl; then
        run_example moderngl_context --frames "$2" --out moderngl.png
        grep -q "0 changed" "$work/said" || fail "moderngl_context.py says $(cat "$work/said")"
        expect_colors "$work/moderngl.png" 300
    else
        echo "without moderngl (python3-moderngl)"
    fi
    if command -v xvfb-run >/dev/null; then
        (cd "$work" && xvfb-run -a "$python" "$examples/pygame_toy.py" --frames "$2" --out toy.png \
            >"$work/said" 2>"$work/complaint") || fail "pygame_toy.py: $(cat "$work/complaint")"
        expect_colors "$work/toy.png" 300
    else
        echo "without a window (xvfb)"
    fi
}

run_calls() { # LIVES CALLS
    "$build_dir/bin/python_twin" "$work/twin.png" || fail "the twin in C"
    GPUFLUID_TWIN=$work/twin.png GPUFLUID_LIVES=$1 GPUFLUID_CALLS=$2 \
        "$python" "$source_dir/tests/bindings/test_python.py" 2>"$work/complaint" || fail "$(cat "$work/complaint")"
}

# Every Python that is there makes a wheel: nothing but itself is needed, and no other package (-S).
if [[ $part == short ]]; then
    mkdir "$work/wheels"
    for maker in python3 /usr/bin/python3; do
        wheel=$(GPUFLUID_BUILD=$build_dir "$maker" -S "$source_dir/bindings/python/backend.py" "$work/wheels") ||
            fail "$maker makes no wheel"
        [[ $(basename "$wheel") == gpufluid-$version-py3-none-linux_* ]] || fail "the wheel is called $wheel"
    done
    "$python" -m zipfile -e "$wheel" "$work/site" # which is all that pip does with it
    unset GPUFLUID_BUILD
    export PYTHONPATH=$work/site
    run_calls 8 300
    exit
elif [[ $part == examples ]]; then
    export PYTHONPATH=$source_dir/bindings/python GPUFLUID_BUILD=$build_dir
    run_examples 2 8
    exit
fi
[[ $part == long ]] || fail "there is no part $part"

echo "wheel"
unset PYTHONPATH GPUFLUID_BUILD
"$python" -c "import pip, venv" 2>/dev/null || skip "no pip or venv"
write_archive sources
wheel=$("$work/sources/run" wheel 2>"$work/log") || fail "./run wheel: $(tail -n 30 "$work/log")"
# pip makes the same, whatever else it has, and fetches nothing.
GPUFLUID_BUILD=$work/sources/build "$python" -m pip wheel --quiet --no-index --no-deps --wheel-dir "$work/wheels" \
    "$source_dir/bindings/python" >"$work/log" 2>&1 || fail "pip wheel: $(tail -n 30 "$work/log")"
[[ $(basename "$wheel") == $(ls "$work/wheels") ]] || fail "pip's wheel is called $(ls "$work/wheels")"
"$python" -m venv --without-pip --system-site-packages "$work/venv" >"$work/log" 2>&1 || fail "venv: $(cat "$work/log")"
python=$work/venv/bin/python
"$python" -m pip install --quiet --no-index --no-deps "$wheel" >"$work/log" 2>&1 || fail "pip: $(cat "$work/log")"
used=$(cd "$work" && "$python" -c "import gpufluid; print(gpufluid.__file__)")
[[ $used == "$work/venv/"* ]] || fail "the package that is used is $used"
run_calls 40 5000
run_examples 12 20
