"""The page's files against each other, and the shaders against rules that Mesa's ES 3.0 lets pass: of WebGL 2, outputs
are indexed by constants alone and ?: takes no structures; of other drivers, no name is a keyword of any version.
Argument: the source folder."""

import pathlib
import re
import sys

# Keywords and reserved words of GLSL 3.30 to 4.60 and GLSL ES 1.00 to 3.20 that are no part of ours. Drivers reserve those
# of later versions, too: NVIDIA's ES 3.0 knows `shared`.
RESERVED = set("""active asm atomic_uint attribute buffer cast class coherent common double enum extern external filter fixed
goto half hvec2 hvec3 hvec4 inline input interface invariant long namespace noinline noperspective output packed partition
patch precise public readonly resource restrict row_major sample shared short sizeof static subroutine superp template this
typedef union unsigned using varying volatile writeonly""".split())

failures = []


def complain(text):
    failures.append(text)
    print(text)


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment.group().count("\n"), text, flags=re.DOTALL)
    return re.sub(r"//[^\n]*", "", text)


def check_page(folder):
    html, script, code = ((folder / name).read_text() for name in ("index.html", "page.js", "page.c"))
    ids = set(re.findall(r'\bid="(\w+)"', html))
    for name in sorted(set(re.findall(r'find\("(\w+)"\)', script)) - ids):
        complain(f"page.js looks for #{name}, which index.html does not have")
    calls = set(re.findall(r"\b_?(Page_\w+)", script))
    offered = set(re.findall(r"WEB_EXPORT\((Page_\w+)\)", code))
    for name in sorted(calls - offered):
        complain(f"page.js calls {name}, which page.c does not offer")
    for name in sorted(offered - calls):
        complain(f"page.c offers {name}, which page.js does not call")
    for name in re.findall(r'(?:src|href)="([\w.]+)"', html):
        if name != "lil-gui.js" and not (folder / name).is_file():
            complain(f"index.html loads {name}, which is not there")
    check_modules(folder, script)


def check_modules(folder, script):
    """The page has those of the package that its own script loads, and those that they load, and no others."""
    package = folder.parents[1] / "bindings/js/src"
    copied = set(re.search(r"foreach\(name IN ITEMS ([\w ]+)\) # of the npm package",
                           (folder / "CMakeLists.txt").read_text()).group(1).split())
    wanted, found = re.findall(r'from "\./gpufluid/(\w+)\.js"', script), set()
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            wanted += re.findall(r'from "\./(\w+)\.js"', (package / f"{name}.js").read_text())
    for name in sorted(found ^ copied):
        complain(f"{name}.js is {'loaded but not copied to the page' if name in found else 'copied but not loaded'}")


# A call that a page's loader lacks is a null pointer, found only where it is made.
def check_gl_calls(source):
    texts = [file.read_text() for part in ("demo", "scenes", "support", "web") for file in (source / "examples" / part).glob("*.[ch]")]
    offered = set(re.findall(r"X\((\w+), ", (source / "bindings/js/wasm/gl.c").read_text()))
    for name in sorted(set(re.findall(r"\bgl(?:->|\.)([A-Z]\w+)\(", "\n".join(texts))) - offered):
        complain(f"the page's programs call gl{name}, which bindings/js/wasm/gl.c does not have")


def find_choices(text):
    """What stands between ? and :, and behind it, up to where the expression ends: (line, first, second)."""
    for question in re.finditer(r"\?", text):
        depth, parts, start = 0, [], question.end()
        for at in range(question.end(), len(text)):
            letter = text[at]
            if letter in "([":
                depth += 1
            elif letter in ")]" and depth > 0:
                depth -= 1
            elif depth == 0 and letter in ":;,)?":
                parts.append(text[start:at].strip())
                start = at + 1
                if letter != ":" or len(parts) == 2:
                    break
        yield text.count("\n", 0, question.start()) + 1, parts


def check_shaders(folder):
    files = {path: without_comments(path.read_text()) for path in sorted(folder.rglob("*"))
             if path.suffix in (".frag", ".vert", ".glsl")}
    structures = set().union(*(re.findall(r"\bstruct (\w+)", text) for text in files.values()))
    named = "|".join(sorted(structures))
    makers = set().union(*(re.findall(rf"\b(?:{named}) (\w+)\(", text) for text in files.values()))
    for path, text in files.items():
        name = path.relative_to(folder)
        for match in re.finditer(r"\bo_\w+\[\s*(\w*[a-zA-Z]\w*)[^]]*\]", text):
            line = text.count("\n", 0, match.start()) + 1
            complain(f"{name}:{line}: {match.group()}: WebGL indexes outputs by constants alone")
        for number, code in enumerate(text.split("\n"), 1):
            for word in RESERVED.intersection(re.findall(r"(?<![\w.])[a-z]\w*", code)):
                if not code.lstrip().startswith(("#", "precision ")):
                    complain(f"{name}:{number}: '{word}' is a keyword in some version of GLSL")
        variables = set(re.findall(rf"\b(?:{named}) (\w+)\b(?!\s*\()", text))
        for line, parts in find_choices(text):
            for part in parts:
                call = re.fullmatch(r"(\w+)\(.*\)", part, flags=re.DOTALL)
                if part in variables or (call and call.group(1) in structures | makers):
                    complain(f"{name}:{line}: '{part}' is a structure: WebGL has no ?: for them")


root = pathlib.Path(sys.argv[1])
check_page(root / "examples/web")
check_gl_calls(root)
check_shaders(root / "shaders")
sys.exit(1 if failures else 0)
