"""Writes the public interface as plain C declarations, which the cdef of Python's cffi and of LuaJIT's ffi parse.

    make_cdef.py --api gpufluid_api.json --out FILE.h

It has neither macros nor includes: types that both know (bool, size_t, uint32_t) are not declared, and macros that are
whole numbers are enumerators.
"""

import argparse
import json
import pathlib
import sys

FORMAT = 1  # of gpufluid_api.json


def declare(kind, name, lengths=()):
    """A declaration without its end: `const float *values`, `float color[4]`."""
    gap = "" if kind.endswith("*") else " "
    return f"{kind}{gap}{name}" + "".join(f"[{length}]" for length in lengths)


def declare_parameters(parameters):
    parts = [declare(part["type"], part["name"], part.get("array", ())) for part in parameters]
    return ", ".join(parts) or "void"


def declare_function(function, name):
    """`name` as in a declaration: of a pointer to a function it has brackets and a star."""
    return f"{declare(function['returns'], name)}({declare_parameters(function['parameters'])});"


def declare_field(field):
    if "callback" in field:
        return declare_function(field["callback"], f"(*{field['name']})")
    return declare(field["type"], field["name"], field.get("array", ())) + ";"


def declare_enum(name, values):
    lines = ",\n".join(f"    {value_name} = {value}" for value_name, value in values)
    return f"typedef enum {name} {{\n{lines}\n}} {name};" if name else f"enum {{\n{lines}\n}};"


def whole_numbers(macros):
    found = [(macro["name"], macro.get("number")) for macro in macros]
    return [(name, number) for name, number in found if isinstance(number, int)]


def make(api):
    if api["format"] != FORMAT:
        sys.exit(f"make_cdef.py: gpufluid_api.json is of format {api['format']}, and {FORMAT} was expected")
    lines = [f"// The interface of gpufluid {api['version']}, made by make_cdef.py.", ""]
    numbers = whole_numbers(api["macros"])
    lines += [declare_enum("", numbers), ""] if numbers else []
    for item in api["enums"]:
        lines += [declare_enum(item["name"], [(value["name"], value["value"]) for value in item["values"]]), ""]
    for item in api["opaques"] + api["structs"]:
        lines.append(f"typedef struct {item['name']} {item['name']};")
    lines.append("")
    for item in api["callbacks"]:
        name = f"(*{item['name']})" if item["pointer"] else item["name"]
        lines.append("typedef " + declare_function(item, name))
    lines.append("")
    for item in api["structs"]:
        fields = "\n".join(f"    {declare_field(field)}" for field in item["fields"])
        lines += [f"struct {item['name']} {{\n{fields}\n}};", ""]
    lines += [declare_function(item, item["name"]) for item in api["functions"]]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--api", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    arguments.out.write_text(make(json.loads(arguments.api.read_text())))


main()
