"""Writes the shader files of each part as a C source: an array of bytes for each, and the table gf_shaders_PART.

Comments and indentation are left out, a third of the bytes; lines keep their numbers. With --short, for what is sent
over a network, so are empty lines and spaces that mean nothing, and what shaders declare for themselves gets short
names.
"""

import argparse
import pathlib
import re

import parts

BYTES_A_LINE = 32
KINDS = (".glsl", ".frag", ".vert", ".h")


def byte_lines(data):
    for start in range(0, len(data), BYTES_A_LINE):
        yield "".join(f"{byte}," for byte in data[start : start + BYTES_A_LINE])


def without_comments(data):
    data = re.sub(rb"/\*.*?\*/", lambda comment: b"\n" * comment.group().count(b"\n"), data, flags=re.DOTALL)
    return re.sub(rb"[ \t]*//[^\n]*", b"", data)


def without_indentation(data):
    return re.sub(rb"(?m)^[ \t]+", b"", data)


# What a declaration may begin with, but for structures, which are found in the shaders.
TYPES = rb"void|float|u?int|bool|mat[234](?:x[234])?|[biu]?vec[234]|[iu]?sampler(?:2D|3D|2DArray)"
# Names that mean something to GLSL: shaders may have some of them as names of their own, too.
BUILTINS = set(b"""abs acos acosh all any asin asinh atan atanh break case ceil clamp const continue cos cosh cross
dFdx dFdy default degrees determinant discard distance do dot else equal exp exp2 false faceforward flat floatBitsToInt
floatBitsToUint floor for fract fwidth greaterThan greaterThanEqual highp if in inout intBitsToFloat inverse inversesqrt
invariant isinf isnan layout length lessThan lessThanEqual log log2 lowp main matrixCompMult max mediump min mix mod
modf normalize not notEqual out outerProduct packHalf2x16 packSnorm2x16 packUnorm2x16 pow precision radians reflect
refract return round roundEven sign sin sinh smooth smoothstep sqrt step struct switch tan tanh texelFetch
texelFetchOffset texture textureGather textureGrad textureLod textureLodOffset textureOffset textureProj textureSize
transpose true trunc uintBitsToFloat uniform unpackHalf2x16 unpackSnorm2x16 unpackUnorm2x16 while location
defined""".split())
WORD = rb"(?<![\w.])(?:[ov]_)?[a-z][A-Za-z0-9]*\b"  # neither a macro nor a member, nor with u_, which C gives values to
FUNCTION = re.compile(rb"^\w[^\n;{}#]*\([^;{}]*\)\n(?:#endif\n)?\{\n.*?^\}\n", re.DOTALL | re.MULTILINE)
PROTOTYPE = re.compile(rb"^(\w+ \w+)\([^;{}]*\);\n", re.MULTILINE)
STRUCTURE = re.compile(rb"^struct (\w+)\s\{.*?^\};\n", re.DOTALL | re.MULTILINE)
MACRO = re.compile(rb"#define \w+\(([^)]*)\)((?:\\\n|.)*)")
LETTERS = [bytes([letter]) for letter in b"abcdefghijklmnopqrstuvwxyz"]


def list_shared(text):
    """What functions may use that is not declared in them."""

    def leave_parameters_out(macro):
        parameters = re.findall(rb"\w+", macro[1])
        return b" ".join(word for word in re.findall(rb"\w+", macro[2]) if word not in parameters)

    text = FUNCTION.sub(lambda function: function[0].split(b"(")[0] + b"\n", text)
    text = MACRO.sub(leave_parameters_out, PROTOTYPE.sub(rb"\1\n", STRUCTURE.sub(b"", text)))
    return set(re.findall(WORD, text)) | BUILTINS


class ShortNames:
    """Short names for what shaders declare. What they share has one in all of them, for they include each other; locals
    are called a, b, c in each function, so that functions are alike."""

    def __init__(self, sources):
        text = b"\n".join(sources)
        structs = set(STRUCTURE.findall(text))
        types = b"|".join([TYPES, *sorted(structs)])
        self.declaration = re.compile(rb"\b(?:%s) (%s)" % (types, WORD))
        self.statement = re.compile(rb"\b(?:%s) %s[^;]*;" % (types, WORD))
        self.shared = list_shared(text)
        taken = set(re.findall(rb"\w+", text)) | BUILTINS
        self.free = [first + second for first in LETTERS for second in LETTERS + [x.upper() for x in LETTERS]]
        self.free = [name for name in self.free if name not in taken]
        kept = BUILTINS | structs | set(re.findall(rb"\.(\w+)", text)) | set(re.findall(rb"#\w+ (\w+)", text))
        wanted = (set(self.declaration.findall(text)) & self.shared) - kept
        self.names = dict(zip(sorted(word for word in wanted if len(word) > 2), self.free))

    def name_locals(self, function):
        declared = set(self.declaration.findall(function))
        for statement in self.statement.findall(function):
            declared.update(re.findall(rb",\s+(%s)(?= =|[,;[])" % WORD, statement))
        words = list(dict.fromkeys(re.findall(WORD, function)))
        renamed = [word for word in words if word in declared - self.shared]
        taken = self.shared.union(self.names.values(), words) - set(renamed)
        return dict(zip(renamed, (name for name in LETTERS + self.free if name not in taken)))

    def rename(self, text, names):
        lines = text.split(b"\n")
        for i, line in enumerate(lines):
            if not line.startswith(b"#include"):
                lines[i] = re.sub(WORD, lambda word: names.get(word.group(), word.group()), line)
        return b"\n".join(lines)

    def shorten(self, source):
        done, at = b"", 0
        for function in FUNCTION.finditer(source):
            done += self.rename(source[at : function.start()], self.names)
            done += self.rename(function.group(), self.names | self.name_locals(function.group()))
            at = function.end()
        return without_spaces(done + self.rename(source[at:], self.names))


def without_spaces(source):
    lines = [line for line in without_indentation(source).split(b"\n") if line]
    for i, line in enumerate(lines):
        if not line.startswith(b"#"):
            lines[i] = re.sub(rb" ?([-=+*/<>?:;,&|!(){}[\]^%]) ?", rb"\1", line)
    return b"\n".join(lines) + b"\n"


def read(path):
    return without_comments(path.read_bytes().replace(b"\r\n", b"\n"))


def write_set(out, name, shaders, names):
    lines = ["// Generated by embed_shaders.py from shaders/; do not edit.", '#include "gl/shader_files.h"', ""]
    rows = []
    for index, (shader, path) in enumerate(shaders):
        data = names.shorten(read(path)) if names else without_indentation(read(path))
        if b"\0" in data:
            raise SystemExit(f"{path}: contains a NUL byte")
        lines += [f"// {shader}", f"static const unsigned char {name}Shader{index}[] = {{"]
        lines += byte_lines(data + b"\0")
        lines += ["};", ""]
        rows.append(f'    {{"{shader}", {name}Shader{index}, sizeof({name}Shader{index}) - 1}},')
    lines += [f"static const gfShaderFile {name}Shaders[] = {{", *rows, "};", ""]
    lines += [f"extern const gfShaderSet gf_shaders_{name};"]
    lines += [f"const gfShaderSet gf_shaders_{name} = {{{name}Shaders, {len(shaders)}}};", ""]
    out.write_text("\n".join(lines), encoding="ascii")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, required=True, help="folder of the sources")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder to write to")
    parser.add_argument("--short", action="store_true", help="short names, no spaces")
    parser.add_argument("parts", nargs="*", help="all, if there is none")
    arguments = parser.parse_args()
    folder = arguments.root / "shaders"
    names = None
    if arguments.short:
        names = ShortNames([read(path) for path in sorted(folder.rglob("*")) if path.suffix in KINDS])
    for part in parts.choose_parts(arguments.root, arguments.parts):
        paths = [path for name in part.shaders for path in (folder / name).iterdir() if path.suffix in KINDS]
        paths += [folder / "shared.h"] if part.name == "core" else []
        if paths:
            shaders = sorted((path.relative_to(folder).as_posix(), path) for path in paths)
            write_set(arguments.out / f"gf_shaders_{part.name}.c", part.name, shaders, names)


if __name__ == "__main__":
    main()
