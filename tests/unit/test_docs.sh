#!/usr/bin/env bash
# The public headers as a manual: Doxygen has nothing to complain about. Skipped where there is none. Arguments: the
# source folder, the build folder.
set -euo pipefail

source_dir=$1
build_dir=$2
. "$source_dir/tests/support/package.sh"
command -v doxygen >/dev/null || skip "no Doxygen"
cd "$source_dir"
GF_VERSION=$version GF_DOCS_OUT=$work doxygen docs/Doxyfile || fail "Doxygen complains"
# It says nothing of a file that it does not take for documented.
for header in include/gpufluid/*.h; do
    page=$work/html/$(basename "$header" .h | sed 's/_/__/g')_8h.html
    [[ $header == */gpufluid.h || -s $page ]] || fail "$header has no page"
done
while read -r call; do
    grep -q ">$call<" "$work"/html/*_8h.html || fail "$call is in no page"
done < <(declared_calls)
