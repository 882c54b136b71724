"""Functions of the library as Python functions, made from its description.

What a parameter becomes follows from its type: a pointer and a count are one list, a pointer to a structure that is
filled in is a result, the members of a definition may be given by keyword, and a call that fails raises an Error.
"""

import contextlib
import inspect

import numpy

from . import _types
from ._errors import run, suggest
from ._library import api, base_of, class_name, doc_of, enums, ffi, functions, lib, opaques, snake, structs

NAMES = {"def": "definition"}  # words of Python


class Parameter:
    """One parameter of C, and what it is made from."""

    def __init__(self, item, kind, where):
        self.item, self.kind = item, kind
        self.type = item["type"]
        self.base, self.stars = base_of(item["type"])
        self.name = NAMES.get(item["name"], snake(item["name"]))
        self.where = f"{where}: {self.name}"


def is_count(item):
    return item is not None and item["name"] in ("count", "size") and item["type"] in ("int32_t", "size_t")


def classify(function, where):
    """What each parameter of a function is: number, enum, plain, struct, object, text, fixed, list, bytes, count and, of
    what the library fills in, out_struct, out_fixed, out_list and out_bytes."""
    items = function["parameters"]
    made, counted = [], False
    for i, item in enumerate(items):
        base, stars = base_of(item["type"])
        constant = item["type"].startswith("const")
        has_count = stars == 1 and item["name"] != "def" and is_count(items[i + 1] if i + 1 < len(items) else None)
        if stars and base in opaques:
            kind = "object"
        elif stars and base == "void":
            kind = "bytes" if constant else "out_bytes"
        elif is_count(item) and made and made[-1].kind in ("list", "out_list", "bytes", "out_bytes"):
            kind, counted = "count", made[-1].kind == "list"
        elif "array" in item:
            kind = "fixed" if constant else "out_fixed"
        elif has_count:
            kind = "list" if constant else "out_list"
        elif stars and base == "char":
            kind = "text"
        elif stars and not constant and i > 0:
            kind = "out_list" if counted else "out_struct"
        elif stars:
            kind = "struct"
        elif base in enums:
            kind = "enum"
        else:
            kind = "number" if base not in structs else "plain" if _types.is_plain(structs[base]) else "value"
        made.append(Parameter(item, kind, where))
    return made


def pointer_of(value, parameter):
    """The pointer to an object that is alive."""
    made = _types.object_classes[parameter.base]
    if value is None:
        return ffi.NULL
    if not isinstance(value, made):
        raise TypeError(f"{parameter.where}: a {made.__name__} was expected, not {value!r}")
    return value._pointer


class Call:
    """A function of C with Python's values."""

    def __init__(self, function, label, first=None, shape=None, base=None):
        self.function, self.c, self.label = function, getattr(lib, function["name"]), label
        self.first, self.shape, self.base = first, shape, base
        self.parameters = classify(function, label)
        self.given = [p for p in self.parameters if p.kind not in ("out_struct", "out_fixed", "out_bytes") and self.is_given(p)]
        structures = [p for p in self.parameters if p.kind == "struct" and p is not (self.parameters[0] if first else None)]
        self.definition = structures[0] if len(structures) == 1 else None
        if len(structures) > 1:
            self.definition = next((p for p in structures if p.name == "definition"), None)
        self.returns, self.stars = base_of(function["returns"])

    # Counts are those of the lists. Of a list that the library fills the host gives one, unless it is known.
    def is_given(self, parameter):
        if parameter.kind == "out_list":
            return False
        if parameter.kind != "count":
            return True
        before = self.parameters[self.parameters.index(parameter) - 1]
        return before.kind == "out_list" and self.shape is None

    def default_of(self, parameter):
        return None if parameter.kind == "struct" else inspect.Parameter.empty

    def signature(self):
        made = []
        for parameter in self.given:
            name = "self" if self.first and parameter is self.parameters[0] else parameter.name
            default = self.default_of(parameter) if name != "self" else inspect.Parameter.empty
            later = [p for p in self.given[self.given.index(parameter) + 1 :] if self.default_of(p) is inspect.Parameter.empty]
            made.append(inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default if not later else inspect.Parameter.empty))
        if self.definition:
            made.append(inspect.Parameter("fields", inspect.Parameter.VAR_KEYWORD))
        return inspect.Signature(made)

    def match(self, arguments, keywords):
        """The values by parameter's name, and the keywords that are members of the definition."""
        names = [parameter.name for parameter in self.given]
        label, known = self.label, names[1:] if self.first else names
        if len(arguments) > len(names):
            raise TypeError(f"{label}: at most {len(known)} arguments were expected, not {len(arguments) - len(names) + len(known)}")
        values = dict(zip(names, arguments))
        fields = {}
        for key, value in keywords.items():
            if key in names:
                if key in values:
                    raise TypeError(f"{label}: {key} was given twice")
                values[key] = value
            elif self.definition:
                fields[key] = value
            else:
                raise TypeError(f"{label}: there is no argument {key!r}{suggest(key, known) if known else ''}")
        for parameter in self.given:
            if parameter.name not in values and self.default_of(parameter) is inspect.Parameter.empty:
                raise TypeError(f"{label}: the argument {parameter.name!r} is missing")
        return values, fields

    def structure(self, parameter, values, fields):
        """The structure of a parameter: as it is given, or the default with the members that are given."""
        made = _types.struct_classes[parameter.base]
        given = parameter.name in values
        value = values.get(parameter.name)
        extra = fields if parameter is self.definition else {}
        unknown = [name for name in extra if name not in made._fields]
        if unknown:
            known = [*made._fields, *[p.name for p in self.given if p.name not in (self.first, "definition")]]
            raise TypeError(f"{self.label}: {made.__name__} has no {unknown[0]!r}{suggest(unknown[0], known)}")
        if value is not None:
            value = made._of(value, parameter.where)
            return value.copy(**extra) if extra else value
        if not extra and (given or not made._default):
            return None
        start = self.base(values, made) if self.base else None
        return start.copy(**extra) if start is not None else made(**extra)

    def __call__(self, arguments, keywords):
        values, fields = self.match(arguments, keywords)
        passed, alive, outputs = [], [], []
        count = 0
        shape = self.shape(values) if self.shape else None
        device = None
        for parameter in self.parameters:
            kind, value = parameter.kind, values.get(parameter.name)
            if kind == "object":
                passed.append(pointer_of(value, parameter))
                device = device or (value._device if value is not None else None)
            elif kind == "struct":
                if self.first and parameter is self.parameters[0]:
                    passed.append(value._c)
                    continue
                struct = self.structure(parameter, values, fields)
                if struct is not None:
                    struct._check()
                alive.append(struct)
                passed.append(ffi.NULL if struct is None else struct._c)
            elif kind == "value":
                struct = _types.struct_classes[parameter.base]._of(value, parameter.where)
                alive.append(struct)
                passed.append(struct._c[0])
            elif kind == "plain":
                passed.append(_types.to_plain(value, parameter.base, parameter.where)[0])
            elif kind == "enum":
                passed.append(_types.to_enum(value, parameter.base, parameter.where))
            elif kind == "number":
                passed.append(_types.to_number(value, parameter.base, parameter.where))
            elif kind == "text":
                alive.append(_types.to_text(value, parameter.where))
                passed.append(alive[-1])
            elif kind == "fixed":
                array = _types.to_fixed(value, parameter.item["array"], _types.NUMBERS[parameter.base], parameter.where)
                alive.append(array)
                passed.append(ffi.from_buffer(f"{parameter.base}[]", array.reshape(-1)))
            elif kind == "list":
                memory, count, kept = _types.to_list([] if value is None else value, parameter.base, parameter.where)
                for one in kept:
                    one._check()
                alive += [memory, kept]
                passed.append(ffi.cast(parameter.type, memory))
            elif kind == "bytes":
                try:
                    view = memoryview(value).cast("B")
                except TypeError:
                    raise TypeError(f"{parameter.where}: bytes were expected, not {value!r}") from None
                count = len(view)
                alive.append(ffi.from_buffer(view))
                passed.append(alive[-1])
            elif kind == "count":
                passed.append(count)
            elif kind == "out_bytes":
                count = int(numpy.prod(shape))
                outputs.append((parameter, ffi.new("char[]", max(count, 1))))
                passed.append(outputs[-1][1])
            elif kind == "out_list":
                following = self.parameters[self.parameters.index(parameter) + 1 :][:1]
                if following and following[0].kind == "count":
                    asked = values.get(following[0].name)
                    dtype, row = _types.array_dtype(parameter.base)
                    size = shape if shape is not None else (_types.to_number(asked, "int32_t", following[0].where),)
                    if min(size) < 0:
                        raise ValueError(f"{following[0].where}: a count of at least 0 was expected, not {min(size)}")
                    array = numpy.zeros((*size, *row), dtype)
                    count = int(numpy.prod(size))
                else:
                    dtype, row = _types.array_dtype(parameter.base)
                    array = numpy.zeros((count, *row), dtype)
                outputs.append((parameter, array))
                room = array if array.size else numpy.zeros((1, *array.shape[1:]), dtype)
                alive.append(room)
                passed.append(ffi.cast(parameter.type, room.ctypes.data))
            elif kind == "out_fixed":
                array = numpy.zeros(parameter.item["array"], _types.NUMBERS[parameter.base])
                outputs.append((parameter, array))
                passed.append(ffi.cast(f"{parameter.base} *", array.ctypes.data))
            elif kind == "out_struct":
                outputs.append((parameter, ffi.new(f"{parameter.base} *")))
                passed.append(outputs[-1][1])
        with device._entered() if device is not None else contextlib.nullcontext():
            result = run(self.c, passed, self.failed)
        return self.results(result, outputs, count, values)

    def failed(self, result, code):
        if self.returns == "bool":
            return not result
        if self.stars:
            return code != 0 and not result
        if self.returns in enums:
            return enums[self.returns]["values"][result]["name"].endswith("_FAILED") if self.is_status() else False
        if self.returns in structs and structs[self.returns]["handle"]:
            return code != 0 and result.generation == 0
        if self.returns in _types.INTEGERS:
            return code != 0 and result in (0, -1)
        return code != 0

    def is_status(self):
        return enums[self.returns]["values"][0]["name"].endswith("_FAILED")

    def results(self, result, outputs, count, values):
        """What Python gets: the result, and what was filled in."""
        if self.returns == "gfReadStatus":
            if _types.enum_classes["gfReadStatus"](result).name == "PENDING":
                return None
            result = None
        elif self.returns in ("bool", "void") and not self.stars:
            result = None
        elif self.returns == "int32_t" and any(p.kind == "out_list" for p, _ in outputs):
            outputs = [(p, array[: max(result, 0)]) for p, array in outputs]
            result = None
        elif result is not None:
            result = self.from_c(result, values)
        filled = [self.output(parameter, memory, count) for parameter, memory in outputs]
        found = ([] if result is None else [result]) + filled
        return None if not found else found[0] if len(found) == 1 else tuple(found)

    def output(self, parameter, memory, count):
        if parameter.kind == "out_bytes":
            return ffi.buffer(memory, count)[:]
        if parameter.kind in ("out_list", "out_fixed"):
            return memory
        return self.struct_of(memory[0], parameter.base)

    def struct_of(self, value, name):
        if _types.is_plain(structs[name]):
            return _types.plain_of(value, name)
        return _types.struct_classes[name]._made(value)._own()

    def from_c(self, value, values):
        if self.stars and self.returns == "char":
            return ffi.string(value).decode(errors="replace") if value else None
        if self.stars:
            owner = values.get(self.parameters[0].name)
            owned = "_Get" not in self.function["name"]
            return _types.object_classes[self.returns]._made(value, owner, owned) if value else None
        if self.returns in structs:
            return self.struct_of(value, self.returns)
        if self.returns in enums:
            return _types.enum_classes[self.returns](value)
        return value


def make_function(call, name):
    """A Python function with a name, a signature and the comment of the headers."""

    def function(*arguments, **keywords):
        return call(arguments, keywords)

    function.__name__ = name
    function.__qualname__ = call.label
    function.__module__ = "gpufluid"
    function.__signature__ = call.signature()
    function.__doc__ = f"{doc_of(call.function['comment'])}\n\nIn C: {call.function['name']}"
    return function
