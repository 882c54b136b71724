"""Structures of the library as Python classes, made from its description."""

import collections
import enum

import numpy

from ._errors import keep_exception, suggest
from ._library import base_of, callbacks, class_name, doc_of, ffi, opaques, snake, structs
from ._values import (
    NUMBERS,
    dtype_of,
    enum_classes,
    flags_of,
    is_plain,
    object_classes,
    plain_of,
    struct_classes,
    to_array,
    to_enum,
    to_fixed,
    to_items,
    to_list,
    to_number,
    to_plain,
    to_text,
)

# Values of a list's element, where it is not one; lists whose length no member counts.
PARTS = {("gfCollisionMeshData", "positions"): 3}
LENGTHS = {("gfQueryAnswer", "sides"): lambda c: 4, ("gfMask", "pixels"): lambda c: c.height * c.stride}


class Field:
    """A member of a structure. Its type in C decides which of the classes below it is of."""

    def __init__(self, owner, item):
        self.item = item
        self.base, self.stars = base_of(item["type"])
        self.c_name, self.name = item["name"], snake(item["name"])
        self.offset, self.size = item["offset"], item["size"]
        self.lengths = item.get("array", [])
        self.where = f"{class_name(owner)}.{self.name}"
        self.__doc__ = doc_of(item["comment"])

    def __get__(self, struct, owner=None):
        return self if struct is None else self.read(struct)

    def __set__(self, struct, value):
        self.write(struct, value)

    def check(self, struct):
        """Raises if the member names something that was closed."""

    def own(self, struct):
        """Copies what the library will free."""


class NumberField(Field):
    def __init__(self, owner, item):
        super().__init__(owner, item)
        self.enum = self.base if self.base in enum_classes else flags_of(item["comment"])

    def read(self, struct):
        value = getattr(struct._c, self.c_name)
        if not self.enum:
            return value
        made = enum_classes[self.enum]
        return made(value) if issubclass(made, enum.IntFlag) or value in made._value2member_map_ else value

    def write(self, struct, value):
        convert = to_enum if self.enum else to_number
        setattr(struct._c, self.c_name, convert(value, self.enum or self.base, self.where))


class NumbersField(Field):
    """An array of numbers within the structure: reading gives a view, so that its elements can be set."""

    def read(self, struct):
        dtype = numpy.dtype(NUMBERS[self.base])
        count = int(numpy.prod(self.lengths))
        bytes_of = ffi.buffer(struct._owner, struct._offset + self.offset + self.size)
        return numpy.frombuffer(bytes_of, dtype, count, struct._offset + self.offset).reshape(self.lengths)

    def write(self, struct, value):
        self.read(struct)[...] = to_fixed(value, self.lengths, NUMBERS[self.base], self.where).reshape(self.lengths)


class PlainField(Field):
    """A vector: a namedtuple."""

    def read(self, struct):
        return plain_of(getattr(struct._c, self.c_name), self.base)

    def write(self, struct, value):
        setattr(struct._c, self.c_name, to_plain(value, self.base, self.where)[0])


class StructField(Field):
    """A structure, or several, within the structure: reading gives views of them."""

    def read(self, struct):
        made = struct_classes[self.base]
        if not self.lengths:
            return made._view(struct, self.offset)
        size = ffi.sizeof(self.base)
        return [made._view(struct, self.offset + i * size) for i in range(self.lengths[0])]

    def write(self, struct, value):
        if not self.lengths:
            self.replace(self.read(struct), value)
            return
        values = to_items(value, self.where)
        if len(values) > self.lengths[0]:
            raise ValueError(f"{self.where}: at most {self.lengths[0]} were expected, not {len(values)}")
        for part, new in zip(self.read(struct), values):
            self.replace(part, new)

    def replace(self, part, value):
        """A dictionary changes the members that it names; all else takes the place of what was there."""
        if isinstance(value, dict):
            part._set(value)
        else:
            part._assign(struct_classes[self.base]._of(value, self.where))

    def check(self, struct):
        for part in self.read(struct) if self.lengths else [self.read(struct)]:
            part._check()

    def own(self, struct):
        for part in self.read(struct) if self.lengths else [self.read(struct)]:
            part._own()


class PlainsField(Field):
    """Several vectors within the structure: an array, one row each."""

    def read(self, struct):
        parts = structs[self.base]["fields"]
        dtype = numpy.dtype(NUMBERS[parts[0]["type"]])
        bytes_of = ffi.buffer(struct._owner, struct._offset + self.offset + self.size)
        count = self.lengths[0] * len(parts)
        return numpy.frombuffer(bytes_of, dtype, count, struct._offset + self.offset).reshape(-1, len(parts))

    def write(self, struct, value):
        view = self.read(struct)
        array = to_array(value, view.dtype, self.where)
        if array.ndim != 2 or array.shape[1] != view.shape[1] or len(array) > len(view):
            expected = f"at most {len(view)} rows of {view.shape[1]}"
            raise ValueError(f"{self.where}: {expected} were expected, not an array of shape {array.shape}")
        view[: len(array)] = array


class TextField(Field):
    def read(self, struct):
        value = getattr(struct._c, self.c_name)
        return ffi.string(value).decode(errors="replace") if value else None

    def write(self, struct, value):
        struct._keep[struct._offset + self.offset] = text = None if value is None else to_text(value, self.where)
        setattr(struct._c, self.c_name, ffi.NULL if text is None else text)

    def own(self, struct):
        value = self.read(struct)
        if value is not None:
            self.write(struct, value)


class ObjectField(Field):
    """A pointer to a fluid or another object."""

    def read(self, struct):
        return struct._keep.get(struct._offset + self.offset)

    def write(self, struct, value):
        made = object_classes[self.base]
        if value is not None and not isinstance(value, made):
            raise TypeError(f"{self.where}: a {made.__name__} was expected, not {value!r}")
        struct._keep[struct._offset + self.offset] = value
        setattr(struct._c, self.c_name, ffi.NULL if value is None else value._pointer)

    def check(self, struct):
        value = self.read(struct)
        if value is not None:
            value._pointer  # raises if it is closed


class ListField(Field):
    """A pointer to a list that another member counts, or to one structure."""

    def __init__(self, owner, item):
        super().__init__(owner, item)
        names = [field["name"] for field in structs[owner]["fields"]]
        after = names[names.index(item["name"]) + 1 : names.index(item["name"]) + 2]
        counts = [name for name in [*after, item["name"][:-1] + "Count"] if name in names and name.endswith("Count")]
        self.count = counts[0] if counts else None
        self.parts = PARTS.get((owner, item["name"]), 1)
        self.known = LENGTHS.get((owner, item["name"]))
        self.single = not self.count and not self.known

    def length(self, struct):
        if self.known:
            return self.known(struct._c)
        return getattr(struct._c, self.count) * self.parts if self.count else 1

    def read(self, struct):
        pointer = getattr(struct._c, self.c_name)
        if not pointer:
            return None
        if self.single:
            kept = struct._keep.get(struct._offset + self.offset)
            return kept[1][0] if kept and kept[1] else None
        dtype = dtype_of(self.base)
        length = self.length(struct)
        array = numpy.frombuffer(ffi.buffer(pointer, length * dtype.itemsize), dtype, length) if length else []
        return numpy.array(array, dtype)

    def write(self, struct, value):
        if value is None:
            values, memory, count = [], ffi.NULL, 0
        else:
            memory, count, values = to_list([value] if self.single else value, self.base, self.where)
        struct._keep[struct._offset + self.offset] = (memory, values)
        setattr(struct._c, self.c_name, ffi.cast(self.item["type"], memory))
        if self.count:
            if count % self.parts:
                raise ValueError(f"{self.where}: a multiple of {self.parts} numbers was expected, not {count}")
            setattr(struct._c, self.count, count // self.parts)

    def check(self, struct):
        for value in struct._keep.get(struct._offset + self.offset, (None, []))[1]:
            if isinstance(value, Struct):
                value._check()

    def own(self, struct):
        pointer = getattr(struct._c, self.c_name)
        if pointer:
            size = self.length(struct) * ffi.sizeof(self.base)
            memory = ffi.new("char[]", max(size, 1))
            ffi.memmove(memory, pointer, size)
            struct._keep[struct._offset + self.offset] = (memory, [])
            setattr(struct._c, self.c_name, ffi.cast(self.item["type"], memory))


class FunctionField(Field):
    """A pointer to a function: a Python function, which stays alive as long as the structure and what it made."""

    def __init__(self, owner, item):
        super().__init__(owner, item)
        self.signature = item.get("callback") or callbacks[self.base]

    def read(self, struct):
        return struct._keep.get(struct._offset + self.offset)

    def write(self, struct, value):
        kind = ffi.typeof(struct._c).item.fields
        kind = dict(kind)[self.c_name].type
        if value is None or isinstance(value, ffi.CData):
            kept = ffi.cast(kind, value or ffi.NULL)
        elif callable(value):
            kept = ffi.callback(kind, self.wrap(value))
        else:
            raise TypeError(f"{self.where}: a function was expected, not {value!r}")
        struct._keep[struct._offset + self.offset] = kept
        setattr(struct._c, self.c_name, kept)

    def wrap(self, function):
        """The function with Python's values, without the last argument `user`; what it raises is kept for later."""
        kinds = [part["type"] for part in self.signature["parameters"] if part["name"] != "user"]
        returns = self.signature["returns"]

        def called(*values):
            try:
                result = function(*[from_callback(value, kind) for value, kind in zip(values, kinds)])
                if returns == "void":
                    return None
                if returns in NUMBERS:
                    return to_number(0 if result is None else result, returns, f"{self.where}: its result")
                return ffi.NULL if result is None else result
            except BaseException as error:  # whatever it is, it can't pass through C
                keep_exception(error)
                return None if returns == "void" else 0 if returns in NUMBERS else ffi.NULL

        return called


class PointerField(Field):
    """Any other pointer: as cffi has it."""

    def read(self, struct):
        return getattr(struct._c, self.c_name)

    def write(self, struct, value):
        struct._keep[struct._offset + self.offset] = value
        setattr(struct._c, self.c_name, ffi.NULL if value is None else value)


def from_callback(value, kind):
    if kind == "const char *":
        return ffi.string(value).decode(errors="replace") if value else None
    return enum_classes[kind](value) if kind in enum_classes else value


def make_field(owner, item):
    base, stars = base_of(item["type"])
    if "callback" in item or base in callbacks:
        return FunctionField(owner, item)
    if stars == 0:
        if base in structs:
            if is_plain(structs[base]):
                return (PlainsField if "array" in item else PlainField)(owner, item)
            return StructField(owner, item)
        return (NumbersField if "array" in item else NumberField)(owner, item)
    if base == "char":
        return TextField(owner, item)
    if base in opaques:
        return ObjectField(owner, item)
    return (ListField if base in structs or base in NUMBERS else PointerField)(owner, item)


class Struct:
    """A structure of the library. Members are given by keyword; what is not given has its default."""

    _name = None  # in C
    _fields = {}  # by Python's name
    _default = None  # function of C that makes one

    def __init__(self, **fields):
        self._place(ffi.new(f"{self._name} *"), 0, {})
        if self._default:
            self._c[0] = self._default()
        self._set(fields)

    def _place(self, owner, offset, keep):
        self._owner, self._offset, self._keep = owner, offset, keep
        self._c = ffi.cast(f"{self._name} *", ffi.cast("char *", owner) + offset)

    @classmethod
    def _view(cls, struct, offset):
        view = cls.__new__(cls)
        view._place(struct._owner, struct._offset + offset, struct._keep)
        return view

    @classmethod
    def _made(cls, value=None):
        """One with the bytes of a structure of C."""
        made = cls.__new__(cls)
        made._place(ffi.new(f"{cls._name} *"), 0, {})
        if value is not None:
            made._c[0] = value
        return made

    @classmethod
    def _of(cls, value, where):
        if isinstance(value, cls):
            return value
        if isinstance(value, dict):
            return cls(**value)
        made, fields = cls(), list(cls._fields.values())
        if cls._name in FROM_VALUES and not isinstance(value, Struct):
            FROM_VALUES[cls._name](made, value, where)
        elif len(fields) == 1 and isinstance(fields[0], NumbersField) and not isinstance(value, Struct):
            fields[0].write(made, value)
        else:
            raise TypeError(f"{where}: a {cls.__name__} or a dictionary of its members was expected, not {value!r}")
        return made

    def _assign(self, other):
        other_memory = ffi.buffer(other._owner, other._offset + ffi.sizeof(self._name))
        ffi.memmove(self._c, other_memory[other._offset :], ffi.sizeof(self._name))
        shift = self._offset - other._offset
        span = range(other._offset, other._offset + ffi.sizeof(self._name))
        for place, kept in list(other._keep.items()):
            if place in span:
                self._keep[place + shift] = kept

    def _set(self, fields):
        for name, value in fields.items():
            if name not in self._fields:
                raise TypeError(f"{type(self).__name__} has no {name!r}{suggest(name, list(self._fields))}")
            setattr(self, name, value)

    def __setattr__(self, name, value):
        if not name.startswith("_") and name not in self._fields:
            raise AttributeError(f"{type(self).__name__} has no {name!r}{suggest(name, list(self._fields))}")
        super().__setattr__(name, value)

    def _check(self):
        for field in self._fields.values():
            field.check(self)

    def _own(self):
        for field in self._fields.values():
            field.own(self)
        return self

    def copy(self, **fields):
        """A copy in which these members are others."""
        made = self._made()
        made._assign(self)
        made._set(fields)
        return made

    def to_dict(self):
        """All members by name, those of structures within it, too."""
        found = {}
        for name in self._fields:
            value = getattr(self, name)
            found[name] = value.to_dict() if isinstance(value, Struct) else value
        return found

    def __dir__(self):
        return [*super().__dir__(), *self._fields]

    def __repr__(self):
        return self._shown(type(self)())

    # The members that are not as in `usual`.
    def _shown(self, usual):
        parts = []
        for name, field in self._fields.items():
            value, other = getattr(self, name), getattr(usual, name)
            if isinstance(field, StructField) and not field.lengths:
                text = value._shown(other)
                same = text.endswith("()")
            elif isinstance(field, StructField):
                texts = [one._shown(two) for one, two in zip(value, other)]
                text, same = f"[{', '.join(texts)}]", all(one.endswith("()") for one in texts)
            elif isinstance(value, numpy.ndarray):
                text, same = str(value.tolist()), numpy.array_equal(value, other)
            else:
                text, same = repr(value), value == other
            if not same:
                parts.append(f"{name}={text}")
        return f"{type(self).__name__}({', '.join(parts)})"


class Handle(Struct):
    """Names an emitter, a solid, a body or a request of one fluid. It is false if it names none."""

    def __bool__(self):
        return self._c.generation != 0

    def _key(self):
        return (self._c.generation, self._c.fluid, self._c.index, self._c.kind)

    def __eq__(self, other):
        return type(other) is type(self) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())


def _mask_from_value(mask, value, where):
    """From a picture of one channel, its first row at the top."""
    array = numpy.asarray(value)
    pixels = to_array(array * 255 if array.dtype == bool else array, numpy.uint8, where)
    if pixels.ndim != 2:
        raise ValueError(f"{where}: an array of height x width was expected, not one of shape {pixels.shape}")
    mask.pixels, mask.width, mask.height, mask.stride = pixels, pixels.shape[1], pixels.shape[0], pixels.shape[1]


def _palette_from_value(palette, value, where):
    """From rows of red, green, blue, alpha."""
    colors = to_array(value, numpy.float32, where)
    most = len(palette.colors)
    if colors.ndim != 2 or colors.shape[1] != 4 or len(colors) > most:
        expected = f"at most {most} rows of 4 numbers"
        raise ValueError(f"{where}: {expected} were expected, not an array of shape {colors.shape}")
    palette.count = len(colors)
    palette.colors[: len(colors)] = colors


FROM_VALUES = {"gfMask": _mask_from_value, "gfPalette": _palette_from_value}


def make_struct_class(item, default):
    name = class_name(item["name"])
    if is_plain(item):
        made = collections.namedtuple(name, [field["name"] for field in item["fields"]], module="gpufluid")
        made.__doc__ = doc_of(item["comment"])
        return made
    items = [field for field in item["fields"] if field["name"] != "cookie"]
    fields = {snake(field["name"]): make_field(item["name"], field) for field in items}
    lines = [doc_of(item["comment"]), ""]
    lines += [f"{key}: {field.__doc__}" for key, field in fields.items()]
    body = {**fields, "_name": item["name"], "_fields": fields, "_default": default, "__doc__": "\n".join(lines)}
    return type(name, (Handle if item["handle"] else Struct,), {**body, "__module__": "gpufluid"})
