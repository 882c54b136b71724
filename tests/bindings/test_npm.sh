#!/usr/bin/env bash
# The npm package. Arguments: source folder, build folder, and `short`: an example in Chromium; `types`: tsc, and an
# app that Vite builds of it; `api`: its C interface without a browser; `examples`: half of them, which changes with the
# commit; `hostile`: what nobody means, and the state of a host's context; `firefox`: an example there. Skipped where
# Emscripten, Node.js or a browser is missing.
. "$1/tests/support/package.sh"
skip_sanitized
need emcmake node npm
case $part in
firefox)
    need firefox-esr
    command -v xvfb-run >/dev/null || skip "no X server without a display (xvfb)"
    ;;
types)
    node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' ||
        skip "Vite needs Node.js 20.19, and this is $(node --version)"
    need chromium
    ;;
api) ;;
*) need chromium ;;
esac

tests=$source_dir/tests/bindings/js
package=$source_dir/build-web/gpufluid
# One test at a time fetches and builds.
exec 9>"$build_dir/npm.lock"
flock 9
if [[ ! $tests/node_modules/.package-lock.json -nt $tests/package-lock.json ]]; then
    (cd "$tests" && npm ci --no-audit --no-fund) >"$work/log" 2>&1 || skip "npm has no packages: $(tail -n 3 "$work/log")"
    touch "$tests/node_modules/.package-lock.json"
fi
"$source_dir/run" npm >"$work/log" 2>&1 || fail "the package cannot be built: $(tail -n 30 "$work/log")"
exec 9>&-

export PICTURES=$build_dir/npm_pictures HOME=$work
cd "$tests"
case $part in
short) node drive_examples.mjs "$package" headline ;;
api) node test_api.mjs "$package" "$source_dir/build-web/bindings/js/gpufluid_api.json" ;;
types)
    node check_types.mjs "$package"
    node bundle.mjs "$source_dir"/build-web/gpufluid-*.tgz "$work/apps"
    ;;
examples) SEED=$(commit_seed) node drive_examples.mjs "$package" ;;
hostile)
    node drive_host.mjs "$package"
    node drive_hostile.mjs "$package"
    ;;
firefox) xvfb-run -a -s "-screen 0 1024x768x24" node drive_firefox.mjs "$package" ;;
*) fail "there is no part $part" ;;
esac
