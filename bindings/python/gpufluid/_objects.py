"""Devices, fluids and what belongs to them, as Python objects that can be closed."""

import atexit
import collections
import contextlib
import inspect
import re
import threading
import weakref

import numpy

from . import _egl, _types, _values
from ._calls import Call, make_function
from ._errors import ClosedError, Error, _state, log_message, run, suggest
from ._library import api, base_of, class_name, doc_of, ffi, functions, lib, opaques, python_names, snake, structs
from ._picture import Canvas
from ._values import object_classes, struct_classes

_devices = weakref.WeakSet()


class Life:
    """The library's object behind a Python one. It ends when it is closed, or what it belongs to."""

    __slots__ = ("pointer", "parent", "destroy", "closed", "owned")

    def __init__(self, pointer, parent, destroy, owned=True):
        self.pointer, self.parent, self.destroy, self.owned, self.closed = pointer, parent, destroy, owned, False

    def is_alive(self):
        return not self.closed and (self.parent is None or self.parent.is_alive())


class Object:
    """Something of the library. `close()` frees it, as the end of a `with` does, and so does Python when it is lost."""

    _name = None  # in C
    _life = None
    _device = None
    _owner = None

    def __init__(self, *arguments, **keywords):
        makers = [python_names[item["name"]] for item in api["functions"] if base_of(item["returns"])[0] == self._name]
        raise TypeError(f"a {type(self).__name__} is not made so: {' or '.join(makers)} was expected")

    def _begin(self, pointer, owner, owned=True):
        self._owner, self._device = owner, owner._device
        destroy = getattr(lib, f"gfDestroy{class_name(self._name)}")
        parent = self._device if self._name == "gfSnapshot" else owner  # a snapshot outlives its fluid
        self._life = Life(pointer, parent._life, destroy, owned)
        self._device._objects[int(ffi.cast("uintptr_t", pointer))] = self

    @classmethod
    def _made(cls, pointer, owner, owned):
        known = owner._device._objects.get(int(ffi.cast("uintptr_t", pointer)))
        if type(known) is cls and known._life.is_alive():
            return known
        made = cls.__new__(cls)
        made._begin(pointer, owner, owned)
        return made

    def _take(self, other):
        """Becomes what `other` was."""
        self._begin(other._life.pointer, other._owner)
        other._life = None

    @property
    def _pointer(self):
        if self._life is None or not self._life.is_alive():
            raise ClosedError(f"this {type(self).__name__} is closed")
        return self._life.pointer

    @property
    def closed(self):
        """Whether it, or what it belongs to, was closed."""
        return self._life is None or not self._life.is_alive()

    @property
    def device(self):
        """The device that it is on."""
        return self._device

    def close(self):
        """Frees it and what belongs to it. Closing twice does nothing."""
        if not self.closed:
            with self._device._entered():
                run(self._life.destroy, (self._pointer,), lambda result, code: code != 0)
                self._life.closed = True

    def __enter__(self):
        self._pointer
        return self

    def __exit__(self, *error):
        self.close()

    # Python may find a lost object on any thread and within any call, so the device's next call frees it.
    def __del__(self):
        if self._life is not None and self._life.owned and self._device is not None:
            self._device._lost.append(self._life)

    def __repr__(self):
        return f"<gpufluid.{type(self).__name__}{', closed' if self.closed else ''}>"


class Device(Object):
    """The library's side of a GL context: see `Device()` and `Device.current()`."""

    _name = "gfDevice"

    def __init__(self, definition=None, *, api=None, **fields):
        """Makes a device in a context of its own without a window, by EGL.

        `api` is "gl" (OpenGL), "es" (OpenGL ES) or None, the first that can be had. Keywords are members of DeviceDef.
        """
        self._start(_egl.Context(api), _egl.egl_loader, definition, fields)

    @classmethod
    def current(cls, definition=None, **fields):
        """Makes a device in the context that is current on this thread: moderngl's, pygame's or another's.

        Its state of GL stays as it was after every call. It must be current whenever something of this device is used.
        """
        device = cls.__new__(cls)
        device._start(None, _egl.find_loader, definition, fields)
        return device

    def _start(self, context, find_loader, definition, fields):
        self._context, self._canvas = context, None
        self._objects, self._lost = weakref.WeakValueDictionary(), collections.deque()
        self._lock = threading.RLock()  # another thread's call waits until the one that runs is over
        made, previous = struct_classes["gfDeviceDef"], None
        try:
            self._definition = (made() if definition is None else made._of(definition, "definition")).copy()
            unknown = next((name for name in fields if name not in made._fields), None)
            if unknown is not None:
                raise TypeError(f"Device: DeviceDef has no {unknown!r}{suggest(unknown, ['api', *made._fields])}")
            self._definition._set(fields)
            c = self._definition._c
            if not c.log:
                c.log = log_message
            previous = context.make_current() if context else None
            self._loader = find_loader()
            if not c.getProcAddress and not c.getProcAddressFrom:
                c.getProcAddress = ffi.cast("gfGetProcAddressFn", self._loader)
            pointer = run(lib.gfCreateDevice, (c,), lambda result, code: not result, lib.gfDestroyDevice)
        except BaseException:
            if context:
                context.close()
            self._leave(previous)
            raise
        self._device = self
        self._life = Life(pointer, None, lib.gfDestroyDevice)
        self._leave(previous)
        _devices.add(self)

    @contextlib.contextmanager
    def _entered(self):
        """Around each call: a context of its own is current, and what was lost is freed."""
        with self._lock:
            self._pointer
            previous = self._context.make_current() if self._context else None
            try:
                if self._lost and not _state.inside and self._is_current():
                    self._free_lost()
                yield
            finally:
                self._leave(previous)

    def _free_lost(self):
        while self._lost:
            life = self._lost.popleft()
            if life.is_alive():
                life.destroy(life.pointer)
                life.closed = True

    # In another context the library would forget what it can't delete there.
    def _is_current(self):
        if self._context:
            return self._context.is_current()
        try:
            run(lib.gfDevice_BeginFrame, (self._life.pointer,), lambda result, code: not result)
        except Error:
            return False
        lib.gfDevice_EndFrame(self._life.pointer)
        return True

    def _leave(self, previous):
        """A context of somebody else's becomes current again."""
        if previous is not None and not any(d._context and d._context.context == previous[3] for d in _devices):
            self._context.put_back(previous)

    def release(self):
        """Makes no context current, so that another thread can use this device."""
        if self._context:
            self._context.release()

    def close(self):
        """Frees the device, all that is on it and a context of its own. Closing twice does nothing."""
        with self._lock:
            if not self.closed:
                self._close()

    def _close(self):
        previous = None
        try:
            previous = self._context.make_current() if self._context else None
        except Error:
            pass  # it is current on another thread: its objects go with the context
        if self._canvas is not None and self._is_current():
            self._canvas.close()
        self._life.closed = True
        run(lib.gfDestroyDevice, (self._life.pointer,), lambda result, code: False)
        if self._context:
            self._context.close()
            self._leave(previous)
        _devices.discard(self)

    def __del__(self):
        if self._life is not None and not _state.inside:
            self.close()

    def get_proc_address(self, name):
        """The address of a function of GL, as cffi has it, from the loader of the device's context."""
        if not isinstance(name, str):
            raise TypeError(f"Device.get_proc_address: the name of a function was expected, not {name!r}")
        with self._entered():
            return ffi.cast("void *(*)(const char *)", self._loader)(name.encode())

    def _picture(self, width, height, draw):
        with self._entered():
            if not self._context:  # refuses another context before anything is changed in it
                self.begin_frame()
                self.end_frame()
            if self._canvas is None:
                self._canvas = Canvas(self._loader)
            return self._canvas.draw(self, width, height, draw)


@atexit.register
def _close_all():
    for device in list(_devices):
        device.close()


def _size_of_picture(width, height, aspect):
    """The size that is asked for, where one or both may be None: 512 pixels along the longer side."""
    for value, name in ((width, "width"), (height, "height")):
        if value is not None:
            _values.to_number(value, "int32_t", f"draw: {name}")
    if width is None and height is None:
        width = 512 if aspect >= 1 else 512 * aspect
    if width is None:
        width = height * aspect
    if height is None:
        height = width / aspect
    size = []
    for value, name in ((width, "width"), (height, "height")):
        if not 1 <= value <= 16384:
            raise ValueError(f"draw: {name}: 1 to 16384 pixels were expected, not {value}")
        size.append(max(round(value), 1))
    return size


class _Saved:
    """What fluids of two and three dimensions share."""

    def save(self):
        """The fluid as bytes, for `load` and `from_snapshot`; waits for the GPU."""
        return self.save_blocking()


class _Fluid(_Saved):
    """What is written by hand of a fluid."""

    def read_shape(self, field):
        """The shape of a field's array: height, width, channels."""
        info = self.get_field_info(field)
        return info.height, info.width, info.channels

    def read(self, field):
        """A field as an array of float32, height x width x channels, first row at the bottom; waits for the GPU."""
        return self.read_field_blocking(field)

    def write_field(self, field, values):
        """Replaces a field by an array of its shape, which `read_shape` tells. One channel may lack its axis."""
        shape = self.read_shape(field)
        array = _values.to_array(values, numpy.float32, "write_field: values")
        if array.shape != shape and not (shape[2] == 1 and array.shape == shape[:2]):
            raise ValueError(f"write_field: an array of shape {shape} was expected, not {array.shape}")
        self._write_field(field, array)

    write = write_field

    def request_field(self, field):
        """Starts copying a field without waiting; hand the result to `poll_field` in later frames."""
        shape = self.read_shape(field)
        handle = self._request_field(field)
        self.__dict__.setdefault("_shapes", {})[handle] = shape
        return handle

    def draw(self, width=None, height=None, definition=None, **look):
        """A picture of the fluid: an array of uint8, height x width x 4 (RGBA), its first row at the top.

        Without a size it has the domain's proportions and 512 pixels along the longer side. Keywords are members of
        DrawDef. `alpha` is AlphaMode.OPAQUE here unless it is given; take AlphaMode.STRAIGHT for a transparent PNG.
        """
        fluid_def = self.get_def()
        size = _size_of_picture(width, height, fluid_def.grid_width / fluid_def.grid_height)
        if definition is None:
            look = {"alpha": "opaque", **look}
        return self._device._picture(*size, lambda: self.draw_bound(definition, **look))

    def draw_surface(self, width=None, height=None, definition=None, **look):
        """A picture of its surface in perspective, over transparent black. Keywords are members of SurfaceDef; set
        `view` and `projection`. Without a size it has 512 x 288 pixels.
        """
        size = _size_of_picture(width, height, 16 / 9)
        return self._device._picture(*size, lambda: self.draw_surface_bound(definition, **look))


class _Fluid3D(_Saved):
    """What is written by hand of a fluid in three dimensions."""

    def draw(self, width=None, height=None, definition=None, **look):
        """A picture of the fluid: an array of uint8, height x width x 4 (RGBA), its first row at the top.

        It is over transparent black, colours multiplied by alpha. Keywords are members of Draw3DDef; set `view` and
        `projection`. Without a size it has 512 x 288 pixels.
        """
        size = _size_of_picture(width, height, 16 / 9)
        return self._device._picture(*size, lambda: self.draw_bound(definition, **look))


# Names that are not those of C: `draw` gives a picture, and what C draws into is what is bound.
RENAMED = {
    "gfFluid_Draw": "draw_bound",
    "gfFluid3D_Draw": "draw_bound",
    "gfFluid_DrawSurface": "draw_surface_bound",
    "gfFluid_WriteField": "_write_field",
    "gfFluid_RequestField": "_request_field",
}
# What Python does itself.
LEFT_OUT = {"gfErrorText", "gfGetLastError", "gfClearLastError", "gfCreateDevice"}
BY_HAND = {"gfFluid": (_Fluid, Object), "gfFluid3D": (_Fluid3D, Object)}


def _shape_of_read(values):
    shapes = values["fluid"].__dict__.get("_shapes", {})
    return shapes.get(values["id"], (1,)) if isinstance(values["id"], _types.Handle) else (1,)


def _definition_of(thing):
    if thing.definition is None:
        raise ValueError(f"set the definition of this {type(thing).__name__} first, by which it was made")
    return thing.definition


def _flow_shape(values):
    definition = _definition_of(values["flow"])
    return definition.height, definition.width, 4


# The shapes of what the library fills in, where they are known.
SHAPES = {
    "gfFluid_ReadFieldBlocking": lambda values: values["fluid"].read_shape(values["field"]),
    "gfFluid_PollField": _shape_of_read,
    "gfFluid_SaveBlocking": lambda values: (values["fluid"].get_snapshot_size(),),
    "gfFluid3D_SaveBlocking": lambda values: (values["fluid"].get_snapshot_size(),),
    "gfSnapshot_Poll": lambda values: (values["snapshot"].get_size(),),
    "gfTracers_ReadBlocking": lambda values: (_definition_of(values["tracers"]).count, 2),
    "gfOpticalFlow_ReadBlocking": _flow_shape,
    "gfQuery_GetStanding": lambda values: (_definition_of(values["query"]).max_regions,),
    "gfFluid_PollImpacts": lambda values: (_values.constants()["IMPACT_MAX"],),
    "gfFluid_ReadParticlesBlocking": lambda values: (values["fluid"].get_particle_stats_blocking().live,),
    "gfFluid3D_ReadParticlesBlocking": lambda values: (values["fluid"].get_particle_stats_blocking().live,),
}


def _start_of(name):
    """What keywords of a method change: the fluid's look, or its tunables as they are."""

    def start(values, made):
        thing = values[name]
        maker = functions.get(f"gfDefault{made.__name__}For")
        if maker and base_of(maker["parameters"][0]["type"])[0] == thing._name:
            return struct_classes[made._name]._made(getattr(lib, maker["name"])(thing._pointer))
        if hasattr(thing, "get_def"):
            whole = thing.get_def()
            for field in whole._fields.values():
                if isinstance(field, _types.StructField) and field.base == made._name:
                    return field.read(whole)
        return None

    return start


def _make_classes():
    for name, item in opaques.items():
        bases = BY_HAND.get(name, (Object,))
        body = {"_name": name, "__doc__": doc_of(item["comment"]), "__module__": "gpufluid", "definition": None}
        object_classes[name] = Device if name == "gfDevice" else type(class_name(name), bases, body)
    for name, item in structs.items():
        default = f"gfDefault{class_name(name)}"
        struct_classes[name] = _types.make_struct_class(item, getattr(lib, default) if default in functions else None)


def _add_constructor(function):
    """`gfCreateFluid(device, def)` is `Fluid(device, ...)`."""
    made = object_classes[base_of(function["returns"])[0]]
    call = Call(function, made.__name__)

    def __init__(self, *arguments, **keywords):
        values, fields = call.match(arguments, keywords)
        if call.definition:
            values[call.definition.name] = definition = call.definition.find(values, fields)
        self._take(call((), values))
        if call.definition:
            self.definition = None if definition is None else definition.copy()

    signature = call.signature()
    first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    __init__.__signature__ = signature.replace(parameters=[first, *signature.parameters.values()])
    __init__.__doc__ = f"{doc_of(function['comment'])}\n\nIn C: {function['name']}"
    made.__init__ = __init__


def _owner_of(function):
    """The class that a function belongs to, its name there, and whether its first parameter is the object."""
    owner, _, rest = function["name"].removeprefix("gf").partition("_")
    snapshot = re.fullmatch(r"gfCreate(\w+)FromSnapshot", function["name"])
    if snapshot:
        return object_classes[f"gf{snapshot.group(1)}"], "from_snapshot", False
    if not rest:
        return None, snake(owner), False
    name = RENAMED.get(function["name"], snake(rest))
    base, stars = base_of(function["parameters"][0]["type"])
    if stars and base.startswith(f"gf{owner}") and base in {**object_classes, **struct_classes}:
        return object_classes.get(base) or struct_classes[base], name, True
    if f"gf{owner}" in object_classes:
        return object_classes[f"gf{owner}"], name, False
    return None, snake(function["name"].removeprefix("gf")), False


def _add_function(function, module):
    made, name, method = _owner_of(function)
    first = snake(function["parameters"][0]["name"]) if function["parameters"] else None
    label = f"{made.__name__}.{name.lstrip('_')}" if made else name
    start = _start_of(first) if method else None
    call = Call(function, label, method, SHAPES.get(function["name"]), start)
    python = make_function(call, name)
    if made is None:
        module[name] = python
    elif name not in vars(made):
        setattr(made, name, python if method else staticmethod(python))


def make_all():
    """Everything of the description, by Python's names."""
    _make_classes()
    module = {}
    for function in api["functions"]:
        name = function["name"]
        is_default = name.startswith("gfDefault") and not function["parameters"]
        if is_default or name in LEFT_OUT or name.startswith("gfDestroy"):
            continue
        if name.removeprefix("gfCreate") == base_of(function["returns"])[0].removeprefix("gf"):
            _add_constructor(function)
        else:
            _add_function(function, module)
    for kind in (_values.enum_classes, struct_classes, object_classes):
        module.update({class_name(name): made for name, made in kind.items()})
    module.update(_values.constants())
    return module
