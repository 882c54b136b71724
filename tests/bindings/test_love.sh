#!/usr/bin/env bash
# The module for LÖVE: its calls, hostile use, LÖVE's own drawing beside it, and that its pictures are those of C; what
# it says where it can't be loaded; and the example game. Arguments: the source folder, the build folder, and `short`:
# in desktop GL; or `long`: in OpenGL ES, and the example.
. "$1/tests/support/package.sh"
skip_sanitized
[[ -s $build_dir/gpufluid_cdef.h ]] || skip "this build makes no gpufluid_cdef.h"
command -v love >/dev/null || skip "no LÖVE (love)"
command -v xvfb-run >/dev/null || skip "no X server without a display (xvfb)"

export GPUFLUID_LIBRARY=$build_dir/src/libgpufluid.so GPUFLUID_CDEF=$build_dir/gpufluid_cdef.h
export XDG_DATA_HOME=$work/data SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY
module=$source_dir/bindings/lua
run_love() { # FOLDER ARGUMENTS
    timeout 300 xvfb-run -a -s "-screen 0 1024x768x24" love "$@" >"$work/said" 2>&1
}

run_calls() { # 0 FOR DESKTOP GL, 1 FOR OPENGL ES
    "$build_dir/bin/python_twin" "$work/twin.png" || fail "python_twin"
    LOVE_GRAPHICS_USE_OPENGLES=$1 run_love "$source_dir/tests/bindings/love" "$module" "$work/twin.png" ||
        fail "$(cat "$work/said")"
    (($(grep -c ' of 255$' "$work/said") == 3)) || fail "not all pictures were made: $(cat "$work/said")"
    cat "$work/said"
}

if [[ $part == long ]]; then
    run_calls 1
    run_love "$module/example" --frames 8 --out "$work/comet.png" || fail "the example: $(cat "$work/said")"
    expect_colors "$work/comet.png" 301
    exit
fi
run_calls 0

echo "what can't be loaded"
mkdir "$work/loads"
cat >"$work/loads/main.lua" <<'LUA'
package.path = arg[2] .. "/?.lua;" .. package.path
print(pcall(require("gpufluid").load))
love.event.quit()
LUA
echo "function love.conf(t) t.modules.audio, t.modules.window, t.modules.graphics = false, false, false end" \
    >"$work/loads/conf.lua"
expect_refused() { # TEXT VARIABLES
    env "${@:2}" love "$work/loads" "$module" >"$work/said" 2>&1 || fail "$(cat "$work/said")"
    grep -q "^false.*$1" "$work/said" || fail "of $1 it says $(cat "$work/said")"
}
sed '1s/ [0-9.]*,/ 99.0.0,/' "$GPUFLUID_CDEF" >"$work/newer.h"
expect_refused "can't be loaded.*GPUFLUID_LIBRARY" GPUFLUID_LIBRARY="$work/none.so"
expect_refused "no gpufluid_cdef.h" GPUFLUID_CDEF="$work/none.h"
expect_refused "is not what make_cdef.py writes" GPUFLUID_CDEF="$source_dir/LICENSE"
expect_refused "is of version $version, and .* of 99.0.0" GPUFLUID_CDEF="$work/newer.h"
expect_refused "is not gpufluid" GPUFLUID_LIBRARY=libm.so.6
