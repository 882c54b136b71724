#!/usr/bin/env bash
# Contexts of windows, made by GLFW and SDL2 through GLX and EGL: see window_contexts.c. Arguments: the source folder, the
# build folder.
. "$1/tests/support/package.sh"
skip_sanitized
[[ -x $build_dir/bin/window_contexts ]] || skip "this build found no SDL2"
command -v xvfb-run >/dev/null || skip "no X server without a display (xvfb)"
xvfb-run -a "$build_dir/bin/window_contexts" || fail "window_contexts"
