# shellcheck shell=bash
# The page, which ./run web and ./run alike build.

# The panel of the page is npm's lil-gui, the one file of it: fetched once, and the page does without it.
lil_gui=lil-gui@0.21.0

fetch_lil_gui() {
    local folder=build-web/lil-gui file=build-web/lil-gui/package/dist/lil-gui.umd.min.js
    if [[ ! -f $file ]] && has npm; then
        mkdir -p "$folder"
        (cd "$folder" && npm pack --silent "$lil_gui" && tar -xzf lil-gui-*.tgz) >&2 || true
    fi
    if [[ -f $file ]]; then
        realpath "$file"
    else
        say "run: npm could not fetch $lil_gui: the page is built without its panel of settings"
    fi
}

# The page's files, as they are and as a server sends them.
print_page_sizes() {
    local file whole=0 packed
    for file in build-web/page/* build-web/page/gpufluid/*; do
        [[ ! -d $file ]] || continue
        packed=$(gzip -9c "$file" | wc -c)
        whole=$((whole + packed))
        printf 'run: %-12s %8d bytes, %7d compressed\n' "$(basename "$file")" "$(wc -c <"$file")" "$packed" >&2
    done
    say "run: all together $whole bytes compressed"
}

# Emscripten's optimizer is a program for Node.js that needs acorn. Debian's own Node.js finds Debian's package of it;
# one from elsewhere looks for it in other folders.
ensure_acorn() {
    local debian=/usr/share/nodejs
    has node && ! node -e 'require("acorn")' 2>/dev/null || return 0
    [[ -d $debian/acorn ]] || apt_install node-acorn || true
    export NODE_PATH=$debian${NODE_PATH:+:$NODE_PATH}
    node -e 'require("acorn")' 2>/dev/null ||
        die "Emscripten needs acorn, which Node.js does not find: npm install -g acorn, its folder in NODE_PATH"
}

# build_for_pages TARGET
build_for_pages() {
    # Of the page's own packages alone: it opens no window here.
    # shellcheck disable=SC2034
    packages=(libc6-dev libcglm-dev libstb-dev python3-clang python3-glad)
    ensure_packages emcc:emscripten
    ensure_acorn
    has npm || apt_install npm || true
    emcmake cmake --preset web -DGPUFLUID_LIL_GUI="$(fetch_lil_gui)" >&2
    cmake --build --preset web --parallel "$(jobs_count)" --target "$1" >&2
}

build_web() {
    say "run: building the page"
    build_for_pages fluid_page
    print_page_sizes
}

# The npm package: a folder, and the archive of it that npm publishes and installs.
build_npm() {
    local build
    say "run: building the npm package"
    build_for_pages gpufluid_npm
    has npm || die "npm is not found: the package is in build-web/gpufluid, and no archive can be made of it"
    rm -f build-web/gpufluid-*.tgz
    (cd build-web && npm pack --silent --pack-destination . ./gpufluid >&2) || die "npm pack failed"
    for build in smoke water all; do
        printf 'run: %-10s %7d bytes compressed\n' "$build.wasm" "$(gzip -9c "build-web/gpufluid/$build.wasm" | wc -c)" >&2
    done
}
