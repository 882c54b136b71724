# shellcheck shell=bash
# What the verbs of ./run share: what must be installed, building, running. $verb is the one that runs, $caller the
# folder that it was called from.

say() { printf '%s\n' "$*" >&2; }
die() { say "run: $*"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }
jobs_count() { nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# --- what must be installed ---------------------------------------------------------------------------------------

# command:Debian package. The package is asked for only where the command is missing.
tools=(cmake:cmake ninja:ninja-build cc:gcc python3:python3 pkg-config:pkg-config)
packages=(libc6-dev libglfw3-dev libcglm-dev libstb-dev python3-glad libegl-dev libgl-dev libgles-dev
    libgl1-mesa-dri libegl1 libcmocka-dev libjansson-dev libimgui-dev g++ libgif-dev
    python3-clang)

is_installed() {
    [[ "$(dpkg-query -W -f='${Status}' "$1" 2>/dev/null)" == *' installed' ]]
}

# The arguments are more tools, as command:package.
list_missing() {
    local tool package
    for tool in "${tools[@]}" "$@"; do
        has "${tool%%:*}" || echo "${tool##*:}"
    done
    for package in "${packages[@]}"; do
        is_installed "$package" || echo "$package"
    done
}

apt_install() {
    local as_root=()
    if [[ "$(id -u)" != 0 ]]; then
        if ! has sudo; then
            say "run: not root, and no sudo here. As root: apt-get install $*"
            return 1
        fi
        as_root=(sudo)
    fi
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120)
    if compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; then
        "${apt[@]}" install -y --no-install-recommends "$@" </dev/null >&2 && return 0
    fi
    say "run: refreshing the package lists"
    "${apt[@]}" update </dev/null >&2 || true
    "${apt[@]}" install -y --no-install-recommends "$@" </dev/null >&2
}

# ensure_packages [COMMAND:PACKAGE...]: what every verb needs, and these.
# shellcheck disable=SC2120
ensure_packages() {
    local tool missing=()
    if has apt-get && has dpkg-query; then
        mapfile -t missing < <(list_missing "$@")
        if ((${#missing[@]} > 0)); then
            say "run: missing, to be installed: ${missing[*]}"
            apt_install "${missing[@]}" || say "run: could not install all of them; going on with what is there"
        fi
    else
        for tool in "${tools[@]}" "$@"; do
            has "${tool%%:*}" || missing+=("${tool%%:*}")
        done
        say "run: no apt-get here. Needed: cmake 3.20, ninja, a C11 compiler, python3, glad 2, pkg-config, and the" \
            "development files of GLFW 3.3, cglm, stb, EGL, OpenGL (Mesa), cmocka and jansson; for the demo's panel" \
            "a C++ compiler and Dear ImGui, for its GIF giflib."
        ((${#missing[@]} == 0)) || say "run: not found: ${missing[*]}"
    fi
    for tool in "${tools[@]}" "$@"; do
        has "${tool%%:*}" || die "${tool%%:*} is not found (Debian package ${tool##*:}): install it by hand"
    done
}

# --- building -----------------------------------------------------------------------------------------------------

# configure PRESET [CMAKE OPTIONS]
configure() {
    local preset=$1 werror=OFF api=AUTO
    shift
    [[ -z "${CI:-}" ]] || werror=ON api=ON
    # In a source archive, programs have to be asked for.
    cmake --preset "$preset" -DGPUFLUID_WERROR=$werror -DGPUFLUID_API_JSON=$api -DGPUFLUID_BUILD_TESTS=ON \
        -DGPUFLUID_BUILD_EXAMPLES=ON -DGPUFLUID_BUILD_BENCH=ON "$@" >&2
}

# build PRESET [CMAKE OPTIONS]
build() {
    configure "$@"
    cmake --build --preset "$1" --parallel "$(jobs_count)" >&2
}

# build_target PRESET TARGET [CMAKE OPTIONS]: only that, and what it needs.
build_target() {
    configure "$1" "${@:3}"
    cmake --build --preset "$1" --parallel "$(jobs_count)" --target "$2" >&2
}

# build_program NAME: that program into build/bin/.
build_program() {
    # shellcheck disable=SC2119
    ensure_packages
    say "run: building $1"
    build_target release "$1"
}

# run_for_caller PROGRAM [ARGUMENTS]: where ./run was called, so that names of files are the caller's.
run_for_caller() {
    local program=$PWD/$1
    (cd "${caller:?}" && "$program" "${@:2}")
}

# parse_with "$@": of a verb that takes --with PARTS or nothing. Sets $with.
parse_with() {
    with=
    case "$#:${1:-}" in
    0:) ;;
    2:--with) with=$2 ;;
    1:--with=*) with=${1#--with=} ;;
    *) die "${verb:?} takes --with and parts with commas, such as --with grid,draw" ;;
    esac
    PYTHONPATH=cmake python3 -c 'import sys, parts; parts.choose_parts(".", [n for n in sys.argv[1].split(",") if n])' "$with" >&2 ||
        die "${verb:?}: --with '$with'"
}

# without_arguments "$@": of a verb that takes none.
without_arguments() {
    (($# == 0)) || die "${verb:?} takes no arguments"
}
