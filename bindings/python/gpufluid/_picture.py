"""Pictures as arrays: a framebuffer of the package's own, whose use leaves the state of GL as it was."""

import cffi
import numpy

from ._errors import Error, ErrorCode

_ffi = cffi.FFI()

_TYPES = {
    "glGetError": "unsigned (*)(void)",
    "glGetIntegerv": "void (*)(unsigned, int *)",
    "glGetBooleanv": "void (*)(unsigned, unsigned char *)",
    "glIsEnabled": "unsigned char (*)(unsigned)",
    "glEnable": "void (*)(unsigned)",
    "glDisable": "void (*)(unsigned)",
    "glColorMask": "void (*)(unsigned char, unsigned char, unsigned char, unsigned char)",
    "glDepthMask": "void (*)(unsigned char)",
    "glGenFramebuffers": "void (*)(int, unsigned *)",
    "glBindFramebuffer": "void (*)(unsigned, unsigned)",
    "glDeleteFramebuffers": "void (*)(int, const unsigned *)",
    "glGenRenderbuffers": "void (*)(int, unsigned *)",
    "glBindRenderbuffer": "void (*)(unsigned, unsigned)",
    "glDeleteRenderbuffers": "void (*)(int, const unsigned *)",
    "glRenderbufferStorage": "void (*)(unsigned, unsigned, int, int)",
    "glFramebufferRenderbuffer": "void (*)(unsigned, unsigned, unsigned, unsigned)",
    "glCheckFramebufferStatus": "unsigned (*)(unsigned)",
    "glClearBufferfv": "void (*)(unsigned, int, const float *)",
    "glBindBuffer": "void (*)(unsigned, unsigned)",
    "glPixelStorei": "void (*)(unsigned, int)",
    "glReadPixels": "void (*)(int, int, int, int, unsigned, unsigned, void *)",
}
_DRAW_FRAMEBUFFER, _READ_FRAMEBUFFER, _FRAMEBUFFER, _RENDERBUFFER = 0x8CA9, 0x8CA8, 0x8D40, 0x8D41
_PACK_BUFFER, _SCISSOR, _DISCARD = 0x88EB, 0x0C11, 0x8C89
_PACK = {0x0D05: 4, 0x0D02: 0, 0x0D03: 0, 0x0D04: 0}  # alignment, row length, skipped rows, skipped pixels


class Canvas:
    """A framebuffer of colour and depth. `loader` is the address of the context's loader."""

    def __init__(self, loader):
        load = _ffi.cast("void *(*)(const char *)", loader)
        self.gl = {name: _ffi.cast(kind, load(name.encode())) for name, kind in _TYPES.items()}
        self.size, self.names = None, None

    def _get(self, name):
        value = _ffi.new("int[4]")
        self.gl["glGetIntegerv"](name, value)
        return value[0]

    def _save(self):
        mask, depth = _ffi.new("unsigned char[4]"), _ffi.new("unsigned char[4]")
        self.gl["glGetBooleanv"](0x0C23, mask)
        self.gl["glGetBooleanv"](0x0B72, depth)
        return {
            "draw": self._get(0x8CA6), "read": self._get(0x8CAA), "renderbuffer": self._get(0x8CA7),
            "pack": self._get(0x88ED), "scissor": self.gl["glIsEnabled"](_SCISSOR),
            "discard": self.gl["glIsEnabled"](_DISCARD), "mask": tuple(mask), "depth": depth[0],
            "store": {name: self._get(name) for name in _PACK},
        }  # fmt: skip

    def _restore(self, state):
        gl = self.gl
        gl["glBindFramebuffer"](_DRAW_FRAMEBUFFER, state["draw"])
        gl["glBindFramebuffer"](_READ_FRAMEBUFFER, state["read"])
        gl["glBindRenderbuffer"](_RENDERBUFFER, state["renderbuffer"])
        gl["glBindBuffer"](_PACK_BUFFER, state["pack"])
        for name, value in state["store"].items():
            gl["glPixelStorei"](name, value)
        gl["glColorMask"](*state["mask"])
        gl["glDepthMask"](state["depth"])
        for name, enabled in ((_SCISSOR, state["scissor"]), (_DISCARD, state["discard"])):
            gl["glEnable" if enabled else "glDisable"](name)

    def _prepare(self, width, height):
        """The framebuffer at that size, bound and cleared."""
        gl = self.gl
        if self.size != (width, height):
            self._delete()
            self.names = _ffi.new("unsigned[3]")
            gl["glGenFramebuffers"](1, self.names)
            gl["glGenRenderbuffers"](2, self.names + 1)
            gl["glBindFramebuffer"](_FRAMEBUFFER, self.names[0])
            for name, kind, place in ((self.names[1], 0x8058, 0x8CE0), (self.names[2], 0x81A6, 0x8D00)):
                gl["glBindRenderbuffer"](_RENDERBUFFER, name)  # RGBA8 and DEPTH_COMPONENT24
                gl["glRenderbufferStorage"](_RENDERBUFFER, kind, width, height)
                gl["glFramebufferRenderbuffer"](_FRAMEBUFFER, place, _RENDERBUFFER, name)
            self.size = (width, height)
        gl["glBindFramebuffer"](_FRAMEBUFFER, self.names[0])
        if gl["glCheckFramebufferStatus"](_FRAMEBUFFER) != 0x8CD5:
            self.size = None
            raise Error(ErrorCode.FRAMEBUFFER, f"the context makes no framebuffer of {width} x {height} pixels")
        gl["glDisable"](_SCISSOR)
        gl["glDisable"](_DISCARD)
        gl["glColorMask"](1, 1, 1, 1)
        gl["glDepthMask"](1)
        gl["glClearBufferfv"](0x1800, 0, [0.0, 0.0, 0.0, 0.0])
        gl["glClearBufferfv"](0x1801, 0, [1.0])

    def draw(self, device, width, height, draw):
        """What `draw()` draws, as an array of height x width x 4 bytes, its first row at the top."""
        state = self._save()
        try:
            self._prepare(width, height)
            device.begin_frame()
            try:
                device.set_target(self.names[0], 0, 0, width, height)
                draw()
            finally:
                device.end_frame()
            self.gl["glBindFramebuffer"](_FRAMEBUFFER, self.names[0])
            return self._read(width, height)
        finally:
            self._restore(state)

    def _read(self, width, height):
        pixels = numpy.zeros((height, width, 4), numpy.uint8)
        self.gl["glBindBuffer"](_PACK_BUFFER, 0)
        for name, value in _PACK.items():
            self.gl["glPixelStorei"](name, value)
        self.gl["glReadPixels"](0, 0, width, height, 0x1908, 0x1401, _ffi.cast("void *", pixels.ctypes.data))
        return numpy.ascontiguousarray(pixels[::-1])

    def _delete(self):
        if self.names is not None:
            self.gl["glDeleteFramebuffers"](1, self.names)
            self.gl["glDeleteRenderbuffers"](2, self.names + 1)
            self.names = self.size = None

    def close(self):
        self._delete()
