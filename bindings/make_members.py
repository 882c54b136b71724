"""Writes the tables of the members of definitions that src/ checks, saves and makes defaults by: src/*/members.inc. And
presets/members.inc, the units and ranges of the demo's tunables.

    make_members.py --api gpufluid_api.json --root FOLDER

A member stands in its header alone, whose comment tells range, unit and default; `./run members` brings these tables
up to date, and a test notices that they are not. A table is one .inc for each folder that checks definitions. It is
included by one file there, and has for each structure a gfRecord, and for each definition the function that returns
its default.
"""

import argparse
import json
import pathlib
import re
import struct
import sys

# Folders of src/, each with the headers whose structures it checks: those of a part are linked without other parts.
HOMES = {
    "base": ["shape.h"],
    "gl": ["device.h"],
    "fluid/solids": ["solid.h"],
    "fluid": ["fluid.h", "source.h", "moving.h", "particle_params.h", "shallow_params.h", "water_params.h"],
    "query": ["query.h"],
    "solvers/shallow": ["shallow.h"],
    "draw": ["draw.h", "draw3d.h gfWaterLook", "draw3d.h gfSkyLook"],
    "tracers": ["tracers.h"],
    "ext/surface": ["draw_surface.h"],
    "ext/governor": ["governor.h"],
    "ext/coupling": ["coupling.h"],
    "ext/vision": ["optical_flow.h"],
    "ext/bodies": ["rigid_body.h"],
    "ext/particle_groups": ["particle_groups.h"],
    "ext/fluid3d": ["fluid3d.h", "solid3d.h", "source3d.h", "rigid_body3d.h", "draw3d.h"],
    "ext/prepare": ["prepare.h"],
    "ext/game_frame": ["game_frame.h"],
}
VECTORS = {"gfVec2", "gfVec3", "gfQuat"}
# Numbers that count by other members, or by what the context allows, so that code checks them.
BY_CODE = {"gfShape", "gfShape3D", "gfPalette.colors", "gfBoundary.table", "gfFluid3DDef.sizeMax", "gfFluidDef.gridWidth",
           "gfFluidDef.gridHeight"}  # fmt: skip
# Definitions whose parts are checked by whoever uses them: a fluid has the tunables of all solvers.
PARTS_APART = {"gfFluidDef", "gfFluid3DDef"}
# Structures that are zeros by default, as whoever has them as a member says.
ZEROS = {"gfFadeLook", "gfPalette", "gfShape", "gfShape3D", "gfTransform2D", "gfFluid3DDef.sizeMax"}
# Structures whose default needs code, or is one of several: a constant is written, and no function.
MADE_BY_CODE = {"gfDraw3DDef", "gfSurfaceDef", "gfParticleMaterial"}
# Definitions that have rows in presets/tunables_*.c. A row of their own members is written by hand, or none; a new
# member of a part of them that presets/ calls a SECTION gets one by itself.
TUNABLE = ["gfFluidDef", "gfParticleParams", "gfFluid3DDef", "gfDrawDef", "gfDraw3DDef", "gfSurfaceDef"]
SECTION = re.compile(r"^#define (\w+)\(kind, in, member, \.\.\.\)[\s\\]+TOLD\(kind, \w+, in, [\w.]+, (gf\w+), member", re.M)
UNTUNABLE = {"gfSurfaceSource.ahead"}  # it follows the clock
MADE = "// Made by bindings/make_members.py out of the comments of include/gpufluid/; `./run members` makes it anew."
NUMBERS = {"float": "F32", "double": "F64", "int32_t": "I32", "uint32_t": "U32"}
# Defaults that are told in words and are no more than zeros, or that code makes.
WORDS = re.compile(r"[Nn]ull|none|all 0|malloc and free|the identity|\d+ degrees high")


class Members:
    def __init__(self, api):
        self.structs = {item["name"]: item for item in api["structs"]}
        self.enums = {item["name"]: item["values"] for item in api["enums"]}
        self.numbers = {item["name"]: item["number"] for item in api["macros"] if "number" in item}
        self.callbacks = {item["name"] for item in api["callbacks"]}
        self.makers = {item["returns"]: item["name"] for item in api["functions"]
                       if item["name"] == "gfDefault" + item["returns"][2:] and not item["parameters"]}  # fmt: skip
        self.used = []
        for name, item in self.structs.items():
            if any(field["name"] == "cookie" for field in item["fields"]):
                self.use(name)
        self.home = {}
        for folder, headers in HOMES.items():
            for header in headers:
                header, *only = header.split()
                for name in self.used:
                    if self.structs[name]["header"] == "gpufluid/" + header and (not only or name in only):
                        self.home.setdefault(name, folder)
        lost = [name for name in self.used if name not in self.home]
        if lost:
            sys.exit(f"make_members.py: no folder is told for {', '.join(lost)}")

    def use(self, name):
        """Lists a structure after those that it has as members."""
        if name in self.used or name in VECTORS or not self.rows_of(name):
            return
        for field in self.structs[name]["fields"]:
            if field["type"] in self.structs:
                self.use(field["type"])
        self.used.append(name)

    def rows_of(self, name):
        """The members that a table has: all but pointers, and the cookie, which the record itself has."""
        found = []
        for field in self.structs[name]["fields"]:
            kind = field["type"]
            if kind in NUMBERS or kind in self.enums or kind in VECTORS or kind == "bool":
                found += [field] if field["name"] != "cookie" else []
            elif kind in self.structs:
                found += [field] if self.rows_of(kind) else []
            elif "*" not in kind and kind not in self.callbacks:
                sys.exit(f"make_members.py: {name}.{field['name']} is of a type that tables don't know, {kind}")
        return found

    def row(self, name, field):
        kind, unit = field["type"], json.dumps(field.get("unit", ""))
        mask = re.search(r"\bOR of (gf\w+)", field["comment"])
        if kind == "bool":
            return "BOOL", "NULL", "1", "0"
        by_code = name in BY_CODE or f"{name}.{field['name']}" in BY_CODE
        if kind in self.enums and not by_code:
            values = [item["value"] for item in self.enums[kind] if not item["name"].endswith("_COUNT")]
            return "ENUM", f'"{kind}"', "0", str(max(values))
        if kind == "uint32_t" and mask:
            bits = 0
            for item in self.enums[mask.group(1)]:
                bits |= item["value"]
            return "MASK", f'"{mask.group(1)}"', "0", str(bits)
        if kind in self.structs and kind not in VECTORS:
            checked = name not in PARTS_APART and kind not in BY_CODE and "array" not in field
            return "RECORD", f"&{record(kind)}", *(("0", "0") if checked else ("1", "0"))
        code = "VECTOR" if kind in VECTORS else NUMBERS.get(kind, "ENUM")
        if kind in ("uint32_t", "gfQuat") or by_code:
            return code, unit, "1", "0"
        return code, unit, *(limit(number, code) for number in self.span(name, field))

    def span(self, name, field):
        """The least and the largest value of a number."""
        told, default = field.get("range", {}), field.get("default", "")
        if "low" not in told or "high" not in told or told.get("above"):
            sys.exit(f"make_members.py: the comment of {name}.{field['name']} tells no range")
        default = str(self.numbers.get(default, default))
        if re.fullmatch(r"-?[\d.e-]+", default):  # as 0 for "none", which may lie outside
            return min(told["low"], float(default)), told["high"]
        return told["low"], told["high"]

    def value(self, field, text):
        """A member's default as C; None: zeros, which are not written."""
        kind = field["type"]
        if WORDS.fullmatch(text):
            return None
        if text.startswith("("):
            parts = [self.value({"type": "float"}, part) or "0.0f" for part in text[1:-1].split(", ")]
            return "{" + ", ".join(parts) + "}" if any(part != "0.0f" for part in parts) else None
        if re.fullmatch(r"true|false|GF_\w+", text):
            zero = any(item["name"] == text and item["value"] == 0 for values in self.enums.values() for item in values)
            return None if text == "false" or zero else text
        over, *under = text.split("/")
        if float(over) == 0:
            return None
        if kind != "float":
            return str(int(text))
        texts = [number if re.search(r"[.e]", number) else number + ".0" for number in (over, *under)]
        return " / ".join(number + "f" for number in texts)

    def defaults(self, name, but=None, nested=True):
        """The initializer of a structure's members that are not zeros."""
        found = []
        for field in self.structs[name]["fields"]:
            text, kind = (but or {}).get(field["name"], field.get("default")), field["type"]
            if field["name"] == "cookie":
                found.append(f".cookie = {cookie(name)}")
            elif kind in self.structs and kind not in VECTORS:
                inner = self.defaults(kind, field.get("defaultBut"))
                first = f"{{{inner}}}" if "array" in field else inner
                found += [f".{field['name']} = {first}"] if inner != "{0}" else []
            elif text is None and kind in (*NUMBERS, *VECTORS, *self.enums, "bool"):
                if not {name, f"{name}.{field['name']}"} & (ZEROS | MADE_BY_CODE):
                    sys.exit(f"make_members.py: the comment of {name}.{field['name']} tells no default")
            elif text is not None:
                value = self.value(field, text)
                found += [f".{field['name']} = {value}"] if value is not None else []
        return "{" + (", ".join(found) or "0") + "}"

    def lines(self, folder):
        names = [name for name in self.used if self.home[name] == folder]
        inner = {f["type"] for name in names for f in self.rows_of(name)}
        foreign = [record(n) for n in self.used if n in inner and self.home[n] != folder]
        yield MADE
        if foreign:
            yield f"extern const gfRecord {', '.join(foreign)};"
        for name in names:
            fields = self.structs[name]["fields"]
            rows = "rowsOf" + name[2:]
            yield ""
            yield f"static const gfMember {rows}[] = {{"
            for field in self.rows_of(name):
                macro = "FIXED" if re.search(r"\bFixed\b", field["comment"]) else "ROW"
                yield f"    GF_MEMBER_{macro}({name}, {field['name']}, {', '.join(self.row(name, field))}),"
            yield "};"
            made = any(field["name"] == "cookie" for field in fields)
            how = f"GF_RECORD_OF_DEF({name}, {rows}, {cookie(name)})" if made else f"GF_RECORD_OF({name}, {rows})"
            yield f"const gfRecord {record(name)} = {how};"
            if name in MADE_BY_CODE:
                yield from wrapped(f"const {name} gf_{name[2].lower()}{name[3:]}Default = {self.defaults(name)};")
            elif name in self.makers:
                yield f"{name} {self.makers[name]}(void)"
                yield "{"
                yield from wrapped(f"    return ({name}){self.defaults(name)};")
                yield "}"


    def tunables(self, presets):
        """Units and ranges of all numbers that a row of presets/ may have, and rows of those that have none."""
        yield MADE
        names, todo = [], list(TUNABLE)
        while todo:
            name = todo.pop(0)
            if name not in names and name in self.used and name not in BY_CODE:
                names.append(name)
                todo += [field["type"] for field in self.structs[name]["fields"]]
        for name in names:
            for field in self.rows_of(name):
                if field["type"] in ("float", "int32_t", *VECTORS) and "range" in field:
                    low, high = self.span(name, field)
                    yield f"#define UNIT_{name}_{field['name']} {json.dumps(field.get('unit', ''))}"
                    yield f"#define RANGE_{name}_{field['name']} ({low:.10g}, {high:.10g})"
        texts = {file.stem.removeprefix("tunables_"): file.read_text() for file in sorted(presets.glob("tunables_*.c"))}
        for part, text in texts.items():
            rows = [row for section in SECTION.finditer(text) for row in self.missing(*section.groups(), text)]
            yield f"#define MORE_OF_{part}" + "".join(f" \\\n    , {row}" for row in rows)

    def missing(self, section, owner, text):
        """Rows of the members of a part of a definition that have none."""
        listed = set(re.findall(rf"^ +{section}\(\w+, \"[^\"]*\", (\w+)", text, re.M))
        for field in self.rows_of(owner) if not owner.endswith("Def") or owner not in TUNABLE else []:
            name, kind = field["name"], field["type"]
            if name in listed or f"{owner}.{name}" in UNTUNABLE or kind not in ("float", "int32_t", "bool"):
                continue
            label = re.sub(r"(?<=[a-z])([A-Z])", lambda match: " " + match[1].lower(), name)
            ends = ", {:.10g}, {:.10g}".format(*self.span(owner, field)) if kind != "bool" else ""
            macro = {"float": "FLOAT", "int32_t": "INT", "bool": "BOOL"}[kind]
            yield f'{section}({macro}, "More", {name}, "{label}"{ends})'


def record(name):
    return f"gf_{name[2].lower()}{name[3:]}Record"


def cookie(name):
    """The macro of a definition's cookie, as gfFluid3DDef has GF_FLUID3D_COOKIE."""
    words = re.findall(r"[A-Z][a-z]+(?:\dD)?", re.sub(r"Def$", "", name[2:]))
    return "GF_" + "_".join(words).upper() + "_COOKIE"


def limit(number, code):
    """One end of a range. Floats are compared as doubles: one that no float is exactly is the nearest float."""
    text = repr(number) if isinstance(number, int) else f"{number:g}"
    if code in ("F32", "VECTOR") and struct.unpack("f", struct.pack("f", number))[0] != number:
        text = text if re.search(r"[.e]", text) else text + ".0"
        return f"(double){text}f"
    return text


def wrapped(line):
    while len(line) > 120:
        at = line.rfind(" ", 8, 120)
        yield line[:at]
        line = "        " + line[at + 1 :]
    yield line


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--api", type=pathlib.Path, required=True)
    parser.add_argument("--root", type=pathlib.Path, required=True, help="folder with src and presets")
    parser.add_argument("--out", type=pathlib.Path, help="another one to write to")
    arguments = parser.parse_args()
    members = Members(json.loads(arguments.api.read_text()))
    made = {f"src/{folder}": members.lines(folder) for folder in HOMES}
    made["presets"] = members.tunables(arguments.root / "presets")
    for folder, lines in made.items():
        out = (arguments.out or arguments.root) / folder / "members.inc"
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text("\n".join(lines) + "\n")


main()
