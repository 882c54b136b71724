"""Describes the public headers as data for generators of bindings and tests: writes gpufluid_api.json.

    make_api.py --include FOLDER --out FILE.json [--target wasm32]

It needs libclang and its Python module. Sizes and offsets are those of the machine that it runs on, or of the target. Everything is in
the order of gpufluid.h and of the lines of each header, so that the same headers make the same bytes. What the file
holds: docs/packaging.md.
"""

import argparse
import json
import pathlib
import re
import sys

from clang import cindex
from clang.cindex import CursorKind, TypeKind

FORMAT = 1  # of the file: another number is another meaning of what there is

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?"
LIMIT = rf"(?:{NUMBER}|-?GF_[A-Z0-9_]+(?: - 1)?)"
ASIDE = r"(?: \([^()]*\))?"  # what a comment says in brackets between a number and what goes on
END = r"(?: each)?(?=\.(?:\s|$)|[,;:)]|$| \()"
UNITS = [
    "m/s", "m/s^2", "m^2/s", "m^2/s^2", "m^3/s", "m^3/s^2", "m^4/s^2", "m^2", "m^3", "m", "1/s", "1/s^2", "1/K",
    "1/m", "1/step", "rad/s", "rad", "degrees", "K/s", "K m^2/s", "K m^2", "K", "s/m^(1/3)", "s", "ms", "kg/m^3",
    "kg/(m s)", "kg/m", "kg m^2", "kg", "N/m", "N m", "N m s", "N s", "N", "Pa s", "Pa", "J", "W", "bytes", "pixels", "px", "1/(m^2 s)",
    "texels", "cells", "cells a step", "steps", "Hz", "%",
]  # fmt: skip
UNIT = re.compile(rf"(?:^|[,;:] )({'|'.join(re.escape(u) for u in sorted(UNITS, key=len, reverse=True))}){END}")
DEFAULT = re.compile(r"(?:\bDefault|; default) (\([^()]*\)|[^\s:;,()]+?(?: [^\s:;,()]+?){0,3})" + END)
DEFAULT_ASIDE = re.compile(rf"({LIMIT}|GF_\w+|[Nn]ull) \((?:[^()]*, )?the default\b")
# What a member that is a structure has otherwise than that structure has by itself.
DEFAULT_BUT = re.compile(rf"\bDefault: (?:its|their) own, but (\w+) (\([^()]*\)|[^\s:;,()]+?){END}")
RANGE = re.compile(rf"(?<![\w.])({LIMIT}){ASIDE} to ({LIMIT}){END}")
WITHIN = re.compile(rf"\bwithin \+-({LIMIT}){END}")
AT_LEAST = re.compile(rf"(>=|>) ({LIMIT}){END}")
AT_MOST = re.compile(rf"\bat most ({LIMIT}){END}")


# For another machine the compiler's own headers may not be there, or be those of this one.
FREESTANDING = {
    "stdbool.h": "#define bool _Bool\n#define true 1\n#define false 0\n",
    "stddef.h": "typedef __SIZE_TYPE__ size_t;\n",
    "stdint.h": "".join(f"typedef __{kind}{bits}_TYPE__ {kind.lower()}{bits}_t;\n" for kind in ("INT", "UINT") for bits in (8, 16, 32, 64)),
}


class ApiError(Exception):
    """The headers have what this script can't describe."""


def clean(comment):
    """The text of a comment without its marks: one line for each paragraph or item of a list."""
    text = re.sub(r"^\s*(?:///<?|/\*+<?|\*/|\*(?!\w))[ \t]?", "", comment or "", flags=re.M)
    text = re.sub(r"\*/\s*$", "", text)
    text = re.sub(r"\n\s*(?=- )", "\0", text.strip())
    text = re.sub(r"\n\s*\n", "\0", text)
    return re.sub(r"\s+", " ", text.replace("\0", "\a")).replace(" \a", "\n").replace("\a", "\n").strip()


class Headers:
    """The texts of the public headers, by name."""

    def __init__(self, folder):
        self.folder = folder
        umbrella = (folder / "gpufluid/gpufluid.h").read_text()
        self.names = re.findall(r'^#include "(gpufluid/\w+\.h)"', umbrella, re.M)
        present = sorted(f"gpufluid/{file.name}" for file in (folder / "gpufluid").glob("*.h"))
        for name in self.names:  # some are there through others
            for other in re.findall(r'^#include "(gpufluid/\w+\.h)"', (folder / name).read_text(), re.M):
                if other not in self.names:
                    self.names.insert(self.names.index(name), other)
        lost = set(present) - set(self.names) - {"gpufluid/gpufluid.h"}
        if lost:
            raise ApiError(f"gpufluid.h does not include {', '.join(sorted(lost))}")
        self.lines = {name: (folder / name).read_text().splitlines() for name in self.names}

    def name_of(self, cursor):
        """The header that a declaration is in; None: not one of these."""
        file = cursor.location.file
        for name in self.names if file else []:
            if file.name.endswith(name):
                return name
        return None

    def comment_above(self, name, line):
        """The /// lines that end above a line (from 1), or what stands behind it."""
        lines, text = self.lines[name], []
        at = line - 2
        while at >= 0 and re.match(r"\s*///(?!<)", lines[at]):
            text.insert(0, lines[at])
            at -= 1
        behind = re.search(r"///<.*", lines[line - 1])
        return clean("\n".join(text) or (behind.group(0) if behind else ""))


def numbers_of(macros):
    """The macros that are numbers, by name."""
    return {macro["name"]: macro["number"] for macro in macros if "number" in macro}


def limit_of(text, numbers):
    """A limit as a comment writes it; None where it is no number."""
    sign = -1 if text.startswith("-") else 1
    name, *less = text.lstrip("+-").split(" - ")
    if name.startswith("GF_"):
        return sign * numbers[name] - len(less) if name in numbers else None
    return float(text) if re.search(r"[.e]", text) else int(text)


def read_range(comment, numbers):
    """What a comment says of the least and the largest value; None: nothing that is understood."""
    whole, within = RANGE.search(comment), WITHIN.search(comment)
    least, most = AT_LEAST.search(comment), AT_MOST.search(comment)
    found = {}
    if whole and (not within or whole.start() < within.start()):
        found = {"low": limit_of(whole.group(1), numbers), "high": limit_of(whole.group(2), numbers)}
    elif within:
        high = limit_of(within.group(1), numbers)
        found = {"low": None if high is None else -high, "high": high}
    else:
        if least:
            found["low"] = limit_of(least.group(2), numbers)
            if least.group(1) == ">":
                found["above"] = True  # low itself is out
        if most:
            found["high"] = limit_of(most.group(1), numbers)
    found = {key: value for key, value in found.items() if value is not None}
    return found or None


def told(comment, numbers):
    """The default, unit and range that a comment names."""
    facts = {}
    default = DEFAULT.search(comment) or DEFAULT_ASIDE.search(comment)
    unit = UNIT.search(comment)
    span = read_range(comment, numbers)
    but = DEFAULT_BUT.search(comment)
    if default:
        facts["default"] = default.group(1)
    if but:
        facts["defaultBut"] = {but.group(1): but.group(2)}
    if unit:
        facts["unit"] = unit.group(1)
    if span:
        facts["range"] = span
    return facts


def spelled(kind):
    """A type as the headers write it, where stdbool.h has made a macro of `bool`."""
    return re.sub(r"\b_Bool\b", "bool", kind.spelling)


def errors_as(comment):
    """The functions whose errors a function has, too: "as gfFluid_Step", and "as there" after "See gfFluid_Load"."""
    found = []
    for names in re.findall(r"\b[Aa]s (gf\w+_?\w*(?: and gf\w+)*)(?=[.,;]|$)", comment):
        found += re.findall(r"gf\w+", names)
    if re.search(r"\b[Aa]s there\b", comment):
        found += re.findall(r"^See (gf\w+)", comment)
    return sorted(set(found), key=found.index)


def signature(cursor, pointee):
    """Result and parameters of a function or of a pointer to one."""
    names = [child.spelling for child in cursor.get_children() if child.kind == CursorKind.PARM_DECL]
    types = [child.type for child in cursor.get_children() if child.kind == CursorKind.PARM_DECL]
    if not names:
        types = list(pointee.argument_types())
        names = [""] * len(types)
    return {
        "returns": spelled(pointee.get_result()),
        "parameters": [{"name": name, "type": spelled(kind)} for name, kind in zip(names, types)],
    }


def function_of(kind):
    """The function type that a type is, or points to, as the headers spell it; None: neither."""
    while kind.kind in (TypeKind.ELABORATED, TypeKind.TYPEDEF):
        is_name = kind.kind == TypeKind.TYPEDEF
        kind = kind.get_declaration().underlying_typedef_type if is_name else kind.get_named_type()
    if kind.kind == TypeKind.POINTER:
        kind = kind.get_pointee()
    return kind if kind.get_canonical().kind == TypeKind.FUNCTIONPROTO else None


def array_of(kind):
    """The element's type and the lengths of an array, outermost first."""
    lengths = []
    while kind.kind == TypeKind.CONSTANTARRAY:
        lengths.append(kind.element_count)
        kind = kind.element_type
    return kind, lengths


class Reader:
    """Walks what libclang parsed."""

    def __init__(self, headers, unit):
        self.headers = headers
        self.macros = []
        self.api = {key: [] for key in ("enums", "structs", "opaques", "callbacks", "functions")}
        self.error_texts = {}
        self.read_macros(unit)
        self.numbers = numbers_of(self.macros)
        for cursor in unit.cursor.get_children():
            name = headers.name_of(cursor)
            if name and not cursor.kind.is_preprocessing():
                self.read_declaration(cursor, name)
        functions = {item["name"] for item in self.api["functions"]}
        for item in self.api["functions"]:  # "as gfRegionAnswer.above" is no function's error
            item["errorsAs"] = [name for name in item["errorsAs"] if name in functions]

    # Macros that are the library's own: no include guards, nothing of how functions are declared.
    def read_macros(self, unit):
        by_name = {}
        for cursor in unit.cursor.get_children():
            header = self.headers.name_of(cursor) if cursor.kind == CursorKind.MACRO_DEFINITION else None
            if not header or not cursor.spelling.startswith("GF_") or cursor.spelling in ("GF_API", "GF_X"):
                continue
            tokens = [token.spelling for token in cursor.get_tokens()][1:]
            macro = {"name": cursor.spelling, "header": header}
            line = self.headers.lines[header][cursor.location.line - 1]
            head = re.match(r"#define \w+\(([^)]*)\)", line)
            if head:
                macro["parameters"] = [part.strip() for part in head.group(1).split(",")]
                if cursor.spelling == "GF_ERROR_LIST":
                    text = " ".join(tokens)
                    self.error_texts = dict(re.findall(r"X \( (\w+) , \"([^\"]*)\" \)", text))
            else:
                macro["value"] = " ".join(tokens)
                number = self.evaluate(tokens, by_name)
                if number is not None:
                    macro["number"] = number
                    by_name[cursor.spelling] = number
            macro["comment"] = self.headers.comment_above(header, cursor.location.line)
            self.macros.append(macro)

    @staticmethod
    def evaluate(tokens, by_name):
        tokens = [token for token in tokens if token not in "()"]
        sign = -1 if tokens[:1] == ["-"] else 1
        if len(tokens) == (2 if sign < 0 else 1):
            token = tokens[-1]
            if token in by_name:
                return sign * by_name[token]
            if re.fullmatch(NUMBER + r"[fFuUlL]*", token):
                token = token.rstrip("fFuUlL")
                return sign * (float(token) if re.search(r"[.e]", token) else int(token))
        return None

    def read_declaration(self, cursor, header):
        known = {"name": cursor.spelling, "header": header, "comment": clean(cursor.raw_comment)}
        if cursor.kind == CursorKind.FUNCTION_DECL:
            self.read_function(cursor, known)
        elif cursor.kind == CursorKind.ENUM_DECL:
            self.read_enum(cursor, known)
        elif cursor.kind == CursorKind.STRUCT_DECL:
            self.read_struct(cursor, known)
        elif cursor.kind == CursorKind.TYPEDEF_DECL:
            self.read_typedef(cursor, known)
        else:
            raise ApiError(f"{header}: {cursor.spelling} is of a kind that is not known, {cursor.kind}")

    def read_function(self, cursor, known):
        known["returns"] = spelled(cursor.result_type)
        known["parameters"] = []
        for argument in cursor.get_arguments():
            kind, lengths = array_of(argument.type)
            if argument.type.kind == TypeKind.VARIABLEARRAY or argument.type.kind == TypeKind.INCOMPLETEARRAY:
                raise ApiError(f"{cursor.spelling}: the length of `{argument.spelling}` is not in its type")
            parameter = {"name": argument.spelling, "type": spelled(kind)}
            if lengths:
                parameter["array"] = lengths
            known["parameters"].append(parameter)
        words = re.findall(r"\b[A-Z][A-Z_]+\b", known["comment"])
        known["errors"] = [code for code in self.error_texts if code != "OK" and code in words]
        known["errorsAs"] = errors_as(known["comment"])
        self.api["functions"].append(known)

    def read_enum(self, cursor, known):
        known["size"] = cursor.type.get_size()
        known["values"] = []
        for child in cursor.get_children():
            value = {"name": child.spelling, "value": child.enum_value, "comment": clean(child.raw_comment)}
            error = child.spelling.removeprefix("GF_ERROR_")
            if error in self.error_texts:
                value["comment"] = self.error_texts[error]
            known["values"].append(value)
        self.api["enums"].append(known)

    # GF_HANDLE's members have their comments where the macro is defined, for a preprocessor drops them.
    def handle_comment(self, member):
        for lines in self.headers.lines.values():
            at = next((i for i, line in enumerate(lines) if line.startswith("#define GF_HANDLE(")), None)
            if at is not None:
                text = "\n".join(lines[at : at + 8])
                found = re.search(rf"\b{member};\s*/\*(.*?)\*/", text)
                return found.group(1).strip() if found else ""
        return ""

    def read_struct(self, cursor, known):
        if not cursor.is_definition():
            return
        known["size"] = cursor.type.get_size()
        known["alignment"] = cursor.type.get_align()
        line = self.headers.lines[known["header"]][cursor.location.line - 1]
        known["handle"] = line.startswith("GF_HANDLE(")
        if known["handle"]:
            known["comment"] = self.headers.comment_above(known["header"], cursor.location.line)
        known["fields"] = []
        for child in cursor.get_children():
            if child.kind != CursorKind.FIELD_DECL:
                raise ApiError(f"{cursor.spelling} has a member that is no field: {child.spelling}")
            if child.is_bitfield():
                raise ApiError(f"{cursor.spelling}.{child.spelling} is a bit-field, which has no offset in bytes")
            kind, lengths = array_of(child.type)
            field = {"name": child.spelling, "type": spelled(kind)}
            field["offset"] = cursor.type.get_offset(child.spelling) // 8
            field["size"] = child.type.get_size()
            if lengths:
                field["array"] = lengths
            pointee = function_of(kind)
            if pointee and not kind.spelling.startswith("gf"):
                field["callback"] = signature(child, pointee)
            field["comment"] = self.handle_comment(child.spelling) if known["handle"] else clean(child.raw_comment)
            field.update(told(field["comment"], self.numbers))
            whole = read_range(known["comment"], self.numbers)  # of all members that tell no range of their own
            if whole and "range" not in field and (field["type"] == "float" or field["type"].startswith("gfVec")):
                field["range"] = whole
            known["fields"].append(field)
        self.api["structs"].append(known)

    def read_typedef(self, cursor, known):
        kind = cursor.underlying_typedef_type
        pointee = function_of(kind)
        if pointee:
            known["pointer"] = kind.get_canonical().kind == TypeKind.POINTER
            known.update(signature(cursor, pointee))
            self.api["callbacks"].append(known)
        elif kind.get_canonical().kind == TypeKind.RECORD and kind.get_size() < 0:
            self.api["opaques"].append(known)
        elif kind.get_canonical().kind not in (TypeKind.RECORD, TypeKind.ENUM):
            raise ApiError(f"{known['header']}: {known['name']} names {kind.spelling}, which is not known")


def parse(folder, target):
    options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
    arguments = ["-x", "c", "-std=c11", f"-I{folder}", "-fparse-all-comments"]
    files = []
    if target:
        arguments += [f"--target={target}", "-nostdinc"]
        files = [(str(folder / name), text) for name, text in FREESTANDING.items()]
    header = str(folder / "gpufluid/gpufluid.h")
    unit = cindex.Index.create().parse(header, args=arguments, unsaved_files=files, options=options)
    wrong = [str(note) for note in unit.diagnostics if note.severity >= cindex.Diagnostic.Error]
    if wrong:
        raise ApiError("\n".join(wrong))
    return unit


def make(folder, target=None):
    headers = Headers(folder)
    reader = Reader(headers, parse(folder, target))
    version = next(macro["value"] for macro in reader.macros if macro["name"] == "GF_VERSION_STRING").strip('"')
    handle = next(item for item in reader.api["structs"] if item["name"] == "gfDeviceDef")
    pointer = next(field["size"] for field in handle["fields"] if field["name"] == "getProcAddress")
    about = [{"name": name, "comment": file_comment(headers.lines[name])} for name in headers.names]
    return {
        "library": "gpufluid",
        "version": version,
        "format": FORMAT,
        "pointerSize": pointer,
        "headers": about,
        "macros": reader.macros,
        **reader.api,
    }


def file_comment(lines):
    """The comment that a header begins with."""
    end = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    return clean("\n".join(lines[:end]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--include", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--target", help="a machine as clang names it")
    arguments = parser.parse_args()
    try:
        api = make(arguments.include, arguments.target)
    except ApiError as error:
        sys.exit(f"make_api.py: {error}")
    arguments.out.write_text(json.dumps(api, indent=1) + "\n")


main()
