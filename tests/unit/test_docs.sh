#!/usr/bin/env bash
# The public headers as a manual: Doxygen has nothing to complain about. Skipped where there is none. Arguments: the
# source folder, the build folder.
set -euo pipefail

command -v doxygen >/dev/null || exit 77
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$1"
GF_VERSION=test GF_DOCS_OUT=$out doxygen docs/Doxyfile
# It says nothing of a file that it does not take for documented.
for header in include/gpufluid/*.h; do
    page=$out/html/$(basename "$header" .h | sed 's/_/__/g')_8h.html
    [[ $header == */gpufluid.h || -s $page ]] || { echo "$header has no page" && exit 1; }
done
for call in $(sed -nE 's/^GF_API [^(]*\b(gf[A-Za-z0-9_]+)\(.*/\1/p' include/gpufluid/*.h); do
    grep -q ">$call<" "$out"/html/*_8h.html || { echo "$call is in no page" && exit 1; }
done
