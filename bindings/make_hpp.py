"""Writes gpufluid.hpp: owners, and references with methods, of the library's objects, from gpufluid_api.json.

    make_hpp.py --api gpufluid_api.json --out gpufluid.hpp

Each opaque type that has a gfDestroy function gets two classes, gfFluid say Fluid and FluidRef. A function belongs to
the class of its first parameter, or of what it makes, or of its name. What is the same whatever the interface is stands
in cpp/head.hpp.
"""

import argparse
import json
import pathlib
import re
import sys
import textwrap

FORMAT = 1  # of gpufluid_api.json
WIDTH = 120
KEYWORDS = {"default", "delete", "new", "class", "this", "operator", "get", "release", "destroy", "create"}
COUNT_NAMES = ("count", "size")
COUNT_TYPES = ("int32_t", "size_t")
NOT_COUNTED = {"gfCreateFluidGroup"}  # its count is of what it makes from one definition
ELEMENTS = ("float", "gfVec2")  # of pointers that share a count with one that stands before it


class HppError(Exception):
    """The description has what no wrapper can be made of."""


def lower_first(name):
    return name[0].lower() + name[1:]


def told(comment, indent):
    """A doc comment, one paragraph a line of the description."""
    lines = []
    for paragraph in comment.splitlines():
        rest = "  " if paragraph.startswith("- ") else ""
        head = f"{indent}/// "
        lines += textwrap.wrap(
            paragraph, WIDTH, initial_indent=head, subsequent_indent=head + rest, break_long_words=False
        )
    return lines


def wrapped(line):
    """A line of code in lines that are not too long, broken behind commas."""
    lines = []
    indent = re.match(" *", line).group() + "    "
    while len(line) > WIDTH:
        at = line.rindex(", ", 0, WIDTH) + 1
        lines.append(line[:at])
        line = indent + line[at + 1 :]
    return lines + [line]


class Parameter:
    """A parameter as C has it, and as the methods take and pass it on."""

    def __init__(self, described, opaques, structs):
        self.name = described["name"]
        self.type = described["type"]
        self.array = described.get("array")
        base = re.sub(r"^const | \*$", "", self.type)
        self.is_const = self.type.startswith("const ")
        self.base = base
        self.is_pointer = self.type.endswith("*")
        self.is_opaque = self.is_pointer and base in opaques
        self.is_struct = self.is_pointer and base in structs and not self.array
        if self.type.endswith("**"):
            raise HppError(f"{self.name}: {self.type} is not known")

    def plain(self):
        """As one value: (declaration, argument)."""
        if self.array:
            return f"{self.type} (&{self.name})[{self.array[0]}]", self.name
        if self.is_opaque:
            return f"{self.base[2:]}Ref {self.name}", f"{self.name}.get()"
        if self.is_struct:
            kind = "In" if self.is_const else "Out"
            return f"{kind}<{self.base}> {self.name}", f"{self.name}.get()"
        return spell(self.type, self.name), self.name

    def raw(self):
        return (spell(self.type, self.name), self.name) if not self.is_opaque else self.plain()

    def view(self):
        """As a view, where the count is another parameter."""
        if self.base == "void":
            kind = "Bytes<const void>" if self.is_const else "Bytes<void>"
        else:
            kind = f"Span<{self.type.removesuffix(' *')}>"
        return f"{kind} {self.name}", f"{self.name}.data()"


def spell(kind, name):
    return f"{kind}{name}" if kind.endswith("*") else f"{kind} {name}"


class Method:
    """A function as a member of a class."""

    def __init__(self, function, owner, opaques, structs):
        self.function = function
        self.owner = owner
        self.parameters = [Parameter(item, opaques, structs) for item in function["parameters"]]
        first = self.parameters[0] if self.parameters else None
        self.made = re.sub(r" \*$", "", function["returns"]).removeprefix("const ")
        self.makes = self.made in opaques and function["returns"].endswith("*")
        self.is_maker = self.makes and function["name"].startswith("gfCreate") and self.made == owner
        self.has_self = not self.is_maker and first is not None and first.is_opaque and first.base == owner
        self.is_const = self.has_self and first.is_const
        self.name = self.find_name()
        if self.name in KEYWORDS and not self.is_maker:
            raise HppError(f"{function['name']} would be the method {self.name}, which is taken")
        self.others = self.parameters[1:] if self.has_self else self.parameters

    def find_name(self):
        name = self.function["name"]
        if self.is_maker:
            return lower_first(name.removeprefix("gf").replace(self.owner[2:], "", 1))
        if name.startswith(self.owner + "_"):
            return lower_first(name[len(self.owner) + 1 :])
        return lower_first(re.sub(r"For$", "", name.removeprefix("gf")))

    def result(self):
        """The type that it returns, and what stands around the call."""
        if not self.makes:
            return self.function["returns"], "{}"
        name = self.function["name"]
        if "_Get" in name:
            return f"{self.made[2:]}Ref", f"{self.made[2:]}Ref({{}})"
        if name.startswith("gfCreate") or "_RequestSave" in name:
            return self.made[2:], f"{self.made[2:]}({{}})"
        raise HppError(f"{name}: whether its result is the caller's is not known")

    def counted(self):
        """The count, and the pointers that it counts; None: the function has no such pair."""
        for position, item in enumerate(self.others):
            if item.name in COUNT_NAMES and item.type in COUNT_TYPES:
                before = [other for other in self.others[:position] if other.is_pointer and not other.is_opaque]
                after = [other for other in self.others[position + 1 :] if other.is_pointer and other.base in ELEMENTS]
                if before and self.function["name"] not in NOT_COUNTED:
                    return item, [before[-1]] + after
        return None

    def forms(self):
        """Each form of it: the parameters' declarations and the arguments of the call."""
        counted = self.counted()
        if not counted:
            yield [item.plain() for item in self.others]
            return
        count, pointers = counted
        views = []
        for item in self.others:
            if item is count:
                names = [pointer.name for pointer in pointers]
                size = f"{names[0]}.size()" if item.type == "size_t" else f"detail::count({', '.join(names)})"
                views.append((None, size))
            else:
                views.append(item.view() if item in pointers else item.plain())
        yield views
        yield [item.raw() if item in pointers or item is count else item.plain() for item in self.others]

    def needs_all(self):
        """Whether its body needs classes that come later."""
        return self.makes or any(item.is_opaque for item in self.others)

    def write(self, class_name, inside):
        """The lines of its declarations, or of the definitions that stand behind all classes."""
        lines = []
        result, around = self.result()
        for number, form in enumerate(self.forms()):
            declared = ", ".join(part[0] for part in form if part[0])
            arguments = [part[1] for part in form]
            if self.has_self:
                arguments.insert(0, "object_")
            call = around.format(f"{self.function['name']}({', '.join(arguments)})")
            const = " const" if self.is_const else ""
            static = "" if self.has_self else "[[nodiscard]] static " if self.is_maker else "static "
            back = "" if result == "void" else "return "
            if inside:
                if number == 0:
                    lines += told(f"{self.function['name']}: {self.function['comment']}", "    ")
                else:
                    lines.append("    /// The same with a pointer and a count.")
                head = f"    {static}{spell(result, self.name)}({declared}){const}"
                if self.needs_all():
                    lines.append(f"{head};")
                else:
                    lines += [head, "    {", f"        {back}{call};", "    }"]
            else:
                head = f"inline {spell(result, f'{class_name}::{self.name}')}({declared}){const}"
                lines += [head, "{", f"    {back}{call};", "}"]
        return [part for line in lines for part in wrapped(line)]


def owner_of(function, opaques):
    """The opaque type whose class a function belongs to; None: it is a free function of C."""
    name = function["name"]
    if name.startswith("gfDestroy"):
        return None
    made = re.sub(r" \*$", "", function["returns"])
    if name.startswith("gfCreate") and made in opaques:
        return made
    for opaque in opaques:
        if name.startswith(opaque + "_"):
            return opaque
    first = function["parameters"][0]["type"] if function["parameters"] else ""
    return next((opaque for opaque in opaques if first in (f"{opaque} *", f"const {opaque} *")), None)


def write_reference(opaque, methods):
    name = f"{opaque['name'][2:]}Ref"
    lines = told(opaque["comment"], "")
    lines += told("This names one that somebody else owns.", "")
    lines += [
        f"class {name} {{",
        "  public:",
        f"    {name}() noexcept = default;",
        f"    {name}({opaque['name']} *object) noexcept : object_(object)",
        "    {",
        "    }",
        f"    {opaque['name']} *get() const noexcept",
        "    {",
        "        return object_;",
        "    }",
        "    explicit operator bool() const noexcept",
        "    {",
        "        return object_ != nullptr;",
        "    }",
    ]
    for method in methods:
        lines += ["", *method.write(name, True)]
    return lines + ["", "  protected:", f"    {opaque['name']} *object_ = nullptr;", "};", ""]


def write_owner(opaque, methods):
    c_name = opaque["name"]
    name = c_name[2:]
    lines = told(opaque["comment"], "") + told("This owns it.", "")
    lines += [
        f"class {name} : public {name}Ref {{",
        "  public:",
        f"    {name}() noexcept = default;",
        "    /// Takes over what a C function made, or null.",
        f"    explicit {name}({c_name} *object) noexcept : {name}Ref(object)",
        "    {",
        "    }",
        f"    {name}({name} &&other) noexcept : {name}Ref(other.release())",
        "    {",
        "    }",
        f"    {name} &operator=({name} &&other) noexcept",
        "    {",
        "        if (this != &other) {",
        "            destroy();",
        "            object_ = other.release();",
        "        }",
        "        return *this;",
        "    }",
        f"    {name}(const {name} &) = delete;",
        f"    {name} &operator=(const {name} &) = delete;",
        f"    ~{name}()",
        "    {",
        "        destroy();",
        "    }",
        "    /// Frees it now.",
        "    void destroy() noexcept",
        "    {",
        f"        gfDestroy{name}(std::exchange(object_, nullptr));",
        "    }",
        "    /// Gives it out of hand: the caller frees it.",
        f"    [[nodiscard]] {c_name} *release() noexcept",
        "    {",
        "        return std::exchange(object_, nullptr);",
        "    }",
    ]
    for method in methods:
        lines += ["", *method.write(name, True)]
    return lines + ["};", ""]


FRAME = """\
/// A frame of a device that ends with this object. See gfDevice_BeginFrame.
class Frame {
  public:
    explicit Frame(DeviceRef device) : device_(device.beginFrame() ? device : DeviceRef())
    {
    }
    Frame(const Frame &) = delete;
    Frame &operator=(const Frame &) = delete;
    ~Frame()
    {
        if (device_) {
            device_.endFrame();
        }
    }
    /// False: none was opened.
    explicit operator bool() const noexcept
    {
        return static_cast<bool>(device_);
    }

  private:
    DeviceRef device_;
};
"""


def make(api, head):
    if api["format"] != FORMAT:
        raise HppError(f"gpufluid_api.json is of format {api['format']}, and {FORMAT} was expected")
    functions = {item["name"] for item in api["functions"]}
    structs = {item["name"] for item in api["structs"]}
    opaques = [item for item in api["opaques"] if f"gfDestroy{item['name'][2:]}" in functions]
    names = [item["name"] for item in opaques]
    methods = {name: [] for name in names}
    for function in api["functions"]:
        owner = owner_of(function, names)
        if owner:
            methods[owner].append(Method(function, owner, names, structs))
    lines = [f"// Made by make_hpp.py, of gpufluid {api['version']}.", head]
    for name in names:
        lines += [f"class {name[2:]};", f"class {name[2:]}Ref;"]
    lines.append("")
    for opaque in opaques:
        own = methods[opaque["name"]]
        lines += write_reference(opaque, [method for method in own if not method.is_maker])
        lines += write_owner(opaque, [method for method in own if method.is_maker])
    lines.append(FRAME)
    for name in names:
        for method in methods[name]:
            if method.needs_all():
                lines += method.write(name[2:] if method.is_maker else f"{name[2:]}Ref", False) + [""]
    lines += ["} // namespace gpufluid", "#endif"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--api", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    head = (pathlib.Path(__file__).parent / "cpp/head.hpp").read_text()
    try:
        text = make(json.loads(arguments.api.read_text()), head)
    except HppError as error:
        sys.exit(f"make_hpp.py: {error}")
    arguments.out.write_text(text)


main()
