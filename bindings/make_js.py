"""Writes what JavaScript needs of the whole C API, from its description for wasm32 (make_api.py --target wasm32).

    make_js.py --api FILE.json constants FILE.js      enumerators and numbers of the headers
    make_js.py --api FILE.json types FILE.d.ts        types of all of it, with the headers' comments
    make_js.py --api FILE.json table FILE.js FILE.wasm   calls and structures that a build has, for codec.js
    make_js.py --api FILE.json layout FILE.c          assertions that a compiler lays structures out in the same way

A table is text, a line for each structure and function, as codec.js describes it.
"""

import argparse
import json
import pathlib
import re
import sys

SCALARS = {"float": "f", "double": "d", "bool": "b", "int32_t": "i", "uint32_t": "u", "uint16_t": "h", "uint8_t": "B",
           "uint64_t": "Q", "size_t": "u", "void": "v", "char": "B"}
# Structures that a function reads and then changes.
CHANGED = {("gfGridParams_SetQuality", "params")}
# Functions of the page's that C calls: the export that tells what calls them, the member that goes with them, and their
# type in JavaScript.
CALLED = {("gfDeviceDef", "log"): ("Web_GetLog", "logUser",
                                   "(level: gfLogLevel, code: gfErrorCode, message: string) => void"),
          ("gfSnapshotTextures", "get"): ("Web_GetTextureFinder", "user", "(saved: number) => number")}
BESIDE_CALLED = {(struct, called[1]) for (struct, _), called in CALLED.items()}
# Functions that a page always has itself.
OWN = {("gfDeviceDef", "getProcAddress"): "Web_GetLoader"}
# Lists whose length no member tells.
FIXED_LISTS = {("gfQueryAnswer", "sides"): 4}


class Description:
    def __init__(self, api):
        self.api = api
        self.structs = {item["name"]: item for item in api["structs"]}
        self.enums = {item["name"] for item in api["enums"]}
        self.opaques = {item["name"] for item in api["opaques"]}
        self.functions = {item["name"]: item for item in api["functions"]}
        self.callbacks = {item["name"] for item in api["callbacks"]}

    def kind(self, name):
        """One letter for a scalar, or the name of a structure."""
        if name in self.enums:
            return "i"
        return SCALARS.get(name) or (name if name in self.structs else None)

    @staticmethod
    def pointee(spelled):
        """What a pointer points to and whether that is constant; None: it is no plain pointer."""
        found = re.fullmatch(r"(const )?(\w+) \*(const)?", spelled)
        return (found.group(2), found.group(1) is not None) if found else None


# --- the table --------------------------------------------------------------------------------------------------------


def count_of(fields, name):
    """The member that tells how long a list is: pointCount of points, queryCount of queries."""
    stem = re.sub(r"ies(3D)?$", r"y\1", name) if re.search(r"ies(3D)?$", name) else re.sub(r"s(3D)?$", r"\1", name)
    return next((field["name"] for field in fields if field["name"] == f"{stem}Count"), "")


def field_token(api, struct, field):
    kind, extra = api.kind(field["type"]), ""
    pointer = api.pointee(field["type"])
    place = (struct["name"], field["name"])
    if place in CALLED:
        kind, extra = "(" + CALLED[place][0], CALLED[place][1]
    elif place in OWN or place in BESIDE_CALLED:
        kind = "!" + OWN[place] if place in OWN else "n"
    elif kind is None:
        kind = "p"
        if pointer and "callback" not in field and pointer[0] not in api.callbacks:
            if pointer[0] == "char":
                kind = "s"
            elif pointer[0] not in api.opaques and pointer[0] != "void":
                kind = "*" + api.kind(pointer[0])
                extra = FIXED_LISTS.get(place, count_of(struct["fields"], field["name"]))
    for length in field.get("array", []):
        extra = (extra or 1) * length
    return f"{field['name']} {kind} {field['offset']} {extra}".rstrip()


def parameter_tokens(api, function):
    tokens, parameters, listed = [], function["parameters"], False
    for i, parameter in enumerate(parameters):
        name, spelled = parameter["name"], parameter["type"]
        after = parameters[i + 1] if i + 1 < len(parameters) else {"name": "", "type": ""}
        counted = after["type"] in ("int32_t", "size_t") and after["name"] in ("count", "size")
        pointer = api.pointee(spelled)
        if "array" in parameter:
            kind = ("@" if spelled.startswith("const ") else ">@") + str(parameter["array"][0])
        elif tokens and tokens[-1].startswith("#next "):
            tokens[-1] = tokens[-1][6:]
            kind = "#"
        elif pointer is None:
            kind = api.kind(spelled) or (">s" if spelled == "const char **" else "p")
        elif pointer[0] in api.opaques:
            kind = "p"
        elif pointer[0] == "char":
            kind = "s"
        elif pointer[0] == "void":
            kind = "D" if pointer[1] else ">D"
        elif pointer[1]:
            kind = ("[" if counted else "&") + api.kind(pointer[0])
        elif counted:
            kind = "]" + api.kind(pointer[0])
        elif listed:
            kind = "=" + api.kind(pointer[0])
        else:
            kind = ("~" if (function["name"], name) in CHANGED else ">") + api.kind(pointer[0])
        listed = listed or kind[0] == "["
        mark = "#next " if kind[0] in "[D" and counted else ""
        tokens.append(f"{mark}{name} {kind}")
    return tokens


def function_line(api, function):
    returned = function["returns"]
    pointer = api.pointee(returned)
    kind = api.kind(returned) or ("s" if pointer and pointer[0] == "char" else "p")
    kind = "e" if returned in api.enums else kind
    return "|".join([f"{function['name']} {kind}", *parameter_tokens(api, function)])


def reachable(api, functions):
    """The structures that functions speak of, and those within."""
    found, todo = set(), []
    for function in functions:
        todo += [function["returns"], *(parameter["type"] for parameter in function["parameters"])]
    while todo:
        for name in re.findall(r"gf\w+", todo.pop()):
            if name in api.structs and name not in found:
                found.add(name)
                todo += [field["type"] for field in api.structs[name]["fields"]]
    return [struct for struct in api.api["structs"] if struct["name"] in found]


def read_exports(path):
    """The names that a WebAssembly module exports."""
    data = path.read_bytes()

    def number(at):
        value = shift = 0
        while True:
            value |= (data[at] & 127) << shift
            at, shift = at + 1, shift + 7
            if data[at - 1] < 128:
                return value, at

    at, names = 8, set()
    while at < len(data):
        section = data[at]
        size, at = number(at + 1)
        if section == 7:
            count, place = number(at)
            for _ in range(count):
                length, place = number(place)
                names.add(data[place : place + length].decode())
                _, place = number(place + length + 1)
        at += size
    return names


def make_table(api, wasm):
    exported = read_exports(wasm)
    functions = [function for function in api.api["functions"] if function["name"] in exported]
    structs = reachable(api, functions)
    lines = ["|".join([f"{struct['name']} {struct['size']}", *(field_token(api, struct, field) for field in struct["fields"])])
             for struct in structs]
    errors = [value["name"].removeprefix("GF_ERROR_") for enum in api.api["enums"] if enum["name"] == "gfErrorCode"
              for value in enum["values"]]
    calls = [function_line(api, function) for function in functions]
    return "\n".join(["// The calls and structures of one build, for codec.js; made by make_js.py.", "export default {",
                      f'  errors: "{" ".join(errors)}",',
                      "  structs: `" + "\n".join(lines) + "`,", "  functions: `" + "\n".join(calls) + "`,", "};", ""])


# --- constants and types ----------------------------------------------------------------------------------------------


def numbers_of(api):
    """Enumerators and macros that are numbers: name, value, comment."""
    macros = [(macro["name"], macro["number"], macro["comment"]) for macro in api.api["macros"] if "number" in macro]
    values = [(value["name"], value["value"], value["comment"]) for enum in api.api["enums"] for value in enum["values"]]
    return macros + values


def make_constants(api):
    return "\n".join(["// Enumerators and numbers of the headers; made by make_js.py.",
                      *(f"export const {name} = {value};" for name, value, _ in numbers_of(api)), ""])


def comment_lines(text, indent=""):
    if not text:
        return []
    lines = text.replace("*/", "* /").split("\n")
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]


TS_SCALARS = {"b": "boolean", "s": "string", "v": "void"}
ELEMENTS = {"f": "Float32Array | readonly number[]", "B": "Uint8Array | readonly number[]", "b": "readonly boolean[]",
            "u": "Uint32Array | readonly number[]"}
RESULTS = {"f": "Float32Array", "B": "Uint8Array", "u": "Uint32Array", "b": "boolean[]"}


def type_of(kind, spelled):
    """TypeScript's type of a value."""
    word = re.search(r"gf\w+", spelled)
    if kind in TS_SCALARS:
        return TS_SCALARS[kind]
    return word.group(0) if word else "number"


def field_type(api, struct, field):
    kind = field_token(api, struct, field).split(" ")[1]
    if kind[0] == "(":
        return f"({CALLED[struct['name'], field['name']][2]}) | null"
    if kind[0] == "!" or kind == "n":
        return "null"
    if kind == "p":
        word = re.search(r"gf\w+", field["type"])
        return f"{word.group(0)} | null" if word and word.group(0) in api.opaques else "null"
    if kind[0] == "*":
        return (f"readonly {field['type'].split()[1]}[] | null" if kind[1:].startswith("gf") else f"{ELEMENTS[kind[1]]} | null")
    if kind == "s":
        return "string | null"
    return type_of(kind, field["type"]) + ("[]" if "array" in field else "")


def given_type(kind, spelled):
    """The type of an argument that callers give."""
    base = type_of(kind.lstrip("[&~"), spelled)
    if kind[0] == "[":
        return f"readonly DeepPartial<{base}>[]" if kind[1:].startswith("gf") else ELEMENTS[kind[1:]]
    if kind[0] in "&~":
        return f"DeepPartial<{base}> | null" if kind[0] == "&" else base
    if kind == "D":
        return "ArrayBuffer | ArrayBufferView"
    if kind[0] == "@":
        return "Float32Array | readonly number[]"
    return f"{base} | null" if kind == "p" else base


def returned_type(kind, spelled):
    """The type of what a call gives back through a pointer."""
    if kind == ">D":
        return "ArrayBuffer"
    if kind == ">s":
        return "string"
    if kind.startswith(">@"):
        return "Float32Array"
    base = kind[1:]
    if kind[0] in "]=":
        return f"{base}[]" if base.startswith("gf") else RESULTS[base]
    return type_of(base, spelled)


def is_output(kind):
    return kind[0] in ">]=~"


def signature(api, function):
    line = function_line(api, function).split("|")
    result = line[0].split(" ")[1]
    arguments, outputs = [], []
    for token, parameter in zip(line[1:], function["parameters"]):
        name, kind = token.split(" ")
        if kind == "#":
            continue
        if is_output(kind):
            outputs.append((name, returned_type(kind, parameter["type"])))
        if not is_output(kind) or kind[0] == "~":
            arguments.append(f"{name}: {given_type(kind, parameter['type'])}")
    back = type_of("p" if result == "e" else result, function["returns"])
    if outputs:
        if result == "b" and len(outputs) == 1 or result == "i":
            back = outputs[0][1]
        else:
            members = [f"{name}: {kind}" for name, kind in outputs]
            back = "{ " + "; ".join(([f"status: {back}"] if result == "e" else []) + members) + " }"
    return f"{function['name']}({', '.join(arguments)}): {back};"


def make_types(api):
    lines = ["// The C library's types and calls; made by make_js.py.", "",
             "/** Some members of an object, and of objects within it. */",
             "export type DeepPartial<T> = T extends readonly unknown[] | number | string | boolean | bigint | null"
             " | ((...given: never[]) => unknown) ? T"
             " : { readonly [K in keyof T]?: DeepPartial<T[K]> };", ""]
    for item in api.api["opaques"]:
        lines += [*comment_lines(item["comment"]), f"export type {item['name']} = number & {{ readonly __gf: \"{item['name']}\" }};"]
    for item in api.api["enums"]:
        lines += [*comment_lines(item["comment"]), f"export type {item['name']} = number;"]
    for name, value, comment in numbers_of(api):
        lines += [*comment_lines(comment), f"export declare const {name}: {value};"]
    for struct in api.api["structs"]:
        lines += [*comment_lines(struct["comment"]), f"export interface {struct['name']} {{"]
        for field in struct["fields"]:
            lines += [*comment_lines(field["comment"], "  "), f"  {field['name']}: {field_type(api, struct, field)};"]
        lines += ["}"]
    lines += ["/** The C functions. Lengths of arrays are left out, and what C writes through pointers is given back. A",
              " * call that fails throws a FluidError, and so does one that this build leaves out. */",
              "export interface Api {"]
    for function in api.api["functions"]:
        lines += [*comment_lines(function["comment"], "  "), f"  {signature(api, function)}"]
    return "\n".join([*lines, "}", ""])


def make_layout(api):
    lines = ["// Structures must lie in memory as the tables of the package have them; made by make_js.py.",
             "#include <gpufluid/gpufluid.h>", "", "#include <stddef.h>", ""]
    for struct in api.api["structs"]:
        name = struct["name"]
        lines.append(f'_Static_assert(sizeof({name}) == {struct["size"]}, "{name}");')
        lines += [f'_Static_assert(offsetof({name}, {field["name"]}) == {field["offset"]}, "{name}.{field["name"]}");'
                  for field in struct["fields"]]
    return "\n".join([*lines, ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--api", type=pathlib.Path, required=True)
    parser.add_argument("what", choices=["constants", "types", "table", "layout"])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("wasm", type=pathlib.Path, nargs="?")
    arguments = parser.parse_args()
    api = Description(json.loads(arguments.api.read_text()))
    if api.api["pointerSize"] != 4:
        sys.exit(f"{arguments.api}: pointers have {api.api['pointerSize']} bytes; a description for wasm32 is expected")
    if arguments.what == "table":
        text = make_table(api, arguments.wasm)
    else:
        text = {"constants": make_constants, "types": make_types, "layout": make_layout}[arguments.what](api)
    arguments.out.write_text(text)


main()
