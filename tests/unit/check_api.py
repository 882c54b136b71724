"""Compares gpufluid_api.json with what the headers' text and the library's symbols say, and writes a file of C that
compares sizes and offsets with what a compiler makes of them.

    check_api.py --api FILE.json --include FOLDER --symbols FILE --out FILE.c
"""

import argparse
import json
import pathlib
import re
import sys

PROBLEMS = []


def expect(what, found, meant):
    if sorted(found) != sorted(meant):
        more, less = sorted(set(found) - set(meant)), sorted(set(meant) - set(found))
        PROBLEMS.append(f"{what}: too many {more}, lacking {less}")


def read_text(folder):
    """All headers without comments."""
    text = "\n".join(file.read_text() for file in sorted((folder / "gpufluid").glob("*.h")))
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


def check_names(api, text, symbols):
    """Nothing that the headers declare is missing."""
    kinds = ("functions", "structs", "enums", "macros", "opaques")
    names = {kind: [item["name"] for item in api[kind]] for kind in kinds}
    handles = re.findall(r"^GF_HANDLE\((\w+)\);", text, re.M)
    expect("functions of the library", names["functions"], symbols)
    expect("functions", names["functions"], re.findall(r"^GF_API [^(;]*?\b(gf\w+)\(", text, re.M))
    expect("structures", names["structs"], re.findall(r"^typedef struct (\w+) \{", text, re.M) + handles)
    expect("handles", [item["name"] for item in api["structs"] if item["handle"]], handles)
    expect("enumerations", names["enums"], re.findall(r"^typedef enum (\w+) \{", text, re.M))
    expect("opaque types", names["opaques"], set(re.findall(r"^typedef struct (\w+) \1;", text, re.M)))
    macros = set(re.findall(r"^#define (GF_\w+)", text, re.M)) - {"GF_API", "GF_X"}
    expect("macros", names["macros"], macros)


def check_members(api, text):
    """No member and no enumerator is missing."""
    for item in api["structs"]:
        found = [field["name"] for field in item["fields"]]
        if item["handle"]:
            expect(item["name"], found, ["generation", "fluid", "index", "kind"])
            continue
        body = re.search(rf"^typedef struct {item['name']} \{{(.*?)^\}} {item['name']};", text, re.M | re.S).group(1)
        meant = [re.search(r"\(\*(\w+)\)\(|(\w+)(?:\[\w+\])*$", part.strip()) for part in body.split(";")[:-1]]
        expect(item["name"], found, [match.group(1) or match.group(2) for match in meant])
    for item in api["enums"]:
        body = re.search(rf"^typedef enum {item['name']} \{{(.*?)\}} {item['name']};", text, re.M | re.S).group(1)
        if "GF_ERROR_LIST" not in body:
            meant = re.findall(r"^\s*(GF_\w+)", body.replace(",", "\n"), re.M)
            expect(item["name"], [value["name"] for value in item["values"]], meant)


def check_words(api):
    """Whatever is public has a comment, and every type is C's or in the file."""
    known = {"void", "bool", "char", "float", "double", "size_t"}
    known |= {f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)}
    known |= {item["name"] for kind in ("structs", "enums", "opaques", "callbacks") for item in api[kind]}
    for kind in ("headers", "macros", "enums", "structs", "opaques", "callbacks", "functions"):
        PROBLEMS.extend(f"{item['name']} has no comment" for item in api[kind] if not item["comment"])
    members = [(item["name"], field) for item in api["structs"] for field in item["fields"]]
    called = api["functions"] + api["callbacks"]
    called += [dict(field["callback"], name=f"{owner}.{field['name']}") for owner, field in members if "callback" in field]
    members += [(item["name"], field) for item in called for field in item["parameters"]]
    members += [(item["name"], {"name": "its result", "type": item["returns"]}) for item in called]
    for owner, field in members:
        place = f"{owner}.{field['name']}"
        if "offset" in field and not field["comment"]:
            PROBLEMS.append(f"{place} has no comment")
        kind = re.sub(r"\bconst\b|\*", "", field["type"]).strip()
        if not field["name"] or (kind not in known and "callback" not in field):
            PROBLEMS.append(f"{place} is of a type that is not in the file: {field['type']}")
    names = {item["name"] for item in api["functions"]}
    for item in api["functions"]:
        PROBLEMS.extend(f"{item['name']}: no function {name}" for name in item["errorsAs"] if name not in names)


def assertions(api):
    """What a compiler must agree with."""
    lines = []
    for item in api["structs"]:
        name = item["name"]
        lines.append(f'_Static_assert(sizeof({name}) == {item["size"]}, "{name}");')
        lines.append(f'_Static_assert(_Alignof({name}) == {item["alignment"]}, "{name}");')
        for field in item["fields"]:
            place = f"{name}, {field['name']}"
            lines.append(f'_Static_assert(offsetof({place}) == {field["offset"]}, "{place}");')
            size = f"sizeof((({name} *)0)->{field['name']})"
            lines.append(f'_Static_assert({size} == {field["size"]}, "{place}");')
    for item in api["enums"]:
        lines.append(f'_Static_assert(sizeof({item["name"]}) == {item["size"]}, "{item["name"]}");')
        lines += [f'_Static_assert({v["name"]} == {v["value"]}, "{v["name"]}");' for v in item["values"]]
    for macro in api["macros"]:
        if "number" in macro:
            lines.append(f'_Static_assert((double)({macro["name"]}) - (double)({macro["number"]}) < 1e-7 * '
                         f'(double)({macro["number"]} < 0 ? -({macro["number"]}) : {macro["number"]}) + 1e-30, '
                         f'"{macro["name"]}");')  # fmt: skip
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--api", type=pathlib.Path, required=True)
    parser.add_argument("--include", type=pathlib.Path, required=True)
    parser.add_argument("--symbols", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    api = json.loads(arguments.api.read_text())
    text = read_text(arguments.include)
    check_names(api, text, arguments.symbols.read_text().split())
    check_members(api, text)
    check_words(api)
    lines = ["// Generated by check_api.py.", "#include <gpufluid/gpufluid.h>", "", *assertions(api)]
    arguments.out.write_text("\n".join(lines) + "\n")
    sys.exit("\n".join(PROBLEMS) if PROBLEMS else 0)


main()
