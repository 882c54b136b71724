"""The page's files against each other, and the shaders against rules of WebGL 2 that ES 3.0 of a desktop lets pass:
outputs are indexed by constants alone, and ?: takes no structures. Argument: the source folder."""

import pathlib
import re
import sys

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
    offered = set(re.findall(r"EMSCRIPTEN_KEEPALIVE [\w *]*?\b(Page_\w+)\(", code))
    for name in sorted(calls - offered):
        complain(f"page.js calls {name}, which page.c does not offer")
    for name in sorted(offered - calls):
        complain(f"page.c offers {name}, which page.js does not call")
    for name in re.findall(r'(?:src|href)="([\w.]+)"', html):
        if name not in ("fluid.js", "lil-gui.js") and not (folder / name).is_file():
            complain(f"index.html loads {name}, which is not there")


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
        variables = set(re.findall(rf"\b(?:{named}) (\w+)\b(?!\s*\()", text))
        for line, parts in find_choices(text):
            for part in parts:
                call = re.fullmatch(r"(\w+)\(.*\)", part, flags=re.DOTALL)
                if part in variables or (call and call.group(1) in structures | makers):
                    complain(f"{name}:{line}: '{part}' is a structure: WebGL has no ?: for them")


root = pathlib.Path(sys.argv[1])
check_page(root / "examples/web")
check_shaders(root / "shaders")
sys.exit(1 if failures else 0)
