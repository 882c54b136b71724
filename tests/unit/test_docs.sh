#!/usr/bin/env bash
# The pages and the public headers as a manual: Doxygen has nothing to complain about, it opens on the guide beside a
# tree, and links lead somewhere. Skipped where there is no Doxygen.
. "$1/tests/support/package.sh"
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

echo "pages"
grep -q '<title>libgpufluid: The first hour' "$work/html/index.html" || fail "it does not open on the guide"
grep -q 'id="side-nav"' "$work/html/index.html" || fail "it has no tree"
for page in docs/*.md docs/*/*.md; do
    name=${page#docs/}
    name=${name%.md}
    name=${name//\//-}
    [[ $name == guide || -s $work/html/page-$name.html ]] || fail "$page is not in it"
done
python3 - "$work/html" <<'LINKS' || fail "links are dead"
import pathlib, re, sys

root = pathlib.Path(sys.argv[1])
texts = {page.name: page.read_text(errors="ignore") for page in root.glob("*.html")}
places = {name: set(re.findall(r'(?:id|name)="([^"]+)"', text)) for name, text in texts.items()}
dead = []
for name, text in texts.items():
    for target in re.findall(r'(?:href|src)="([^"]+)"', text):
        file, _, place = target.partition("#")
        file = file or name
        if "://" not in target and not target.startswith("javascript"):
            if not (root / file).exists() or (place and place not in places.get(file, {place})):
                dead.append(f"{name}: {target}")
print("\n".join(dead[:20]), end="\n" if dead else "")
sys.exit(1 if dead else 0)
LINKS
