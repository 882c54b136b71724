#!/usr/bin/env bash
# The page of ./run web. Arguments: source folder, build folder, and `short`: its files against each other, and all
# shaders against rules of WebGL that a desktop's compiler lets pass; or `long`: built by Emscripten and driven in
# Chromium. Skipped where these are missing.
. "$1/tests/support/package.sh"
skip_sanitized
if [[ $part == short ]]; then
    python3 "$source_dir/tests/web/check_files.py" "$source_dir" || fail "see above"
    ! command -v node >/dev/null || node --check "$source_dir/examples/web/page.js" || fail "page.js is no JavaScript"
    exit 0
fi
need emcmake chromium chromedriver
page=$source_dir/build-web/page
if [[ ! -s $page/fluid.wasm ]]; then
    "$source_dir/run" web >"$work/log" 2>&1 || fail "the page cannot be built: $(tail -n 30 "$work/log")"
fi
SEED=$(commit_seed) python3 "$source_dir/tests/web/drive_page.py" "$page" "$build_dir/bin/fluid_demo"
