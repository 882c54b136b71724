"""GL contexts without a window, by EGL; and the loader of the context that is current."""

import cffi

from ._errors import Error, ErrorCode

_ffi = cffi.FFI()
_ffi.cdef(
    """
    typedef void *EGLDisplay; typedef void *EGLConfig; typedef void *EGLContext; typedef void *EGLSurface;
    void *eglGetProcAddress(const char *name);
    EGLDisplay eglGetDisplay(void *native);
    unsigned eglInitialize(EGLDisplay, int *, int *);
    const char *eglQueryString(EGLDisplay, int);
    unsigned eglBindAPI(unsigned);
    unsigned eglChooseConfig(EGLDisplay, const int *, EGLConfig *, int, int *);
    EGLContext eglCreateContext(EGLDisplay, EGLConfig, EGLContext, const int *);
    unsigned eglDestroyContext(EGLDisplay, EGLContext);
    EGLSurface eglCreatePbufferSurface(EGLDisplay, EGLConfig, const int *);
    unsigned eglDestroySurface(EGLDisplay, EGLSurface);
    unsigned eglMakeCurrent(EGLDisplay, EGLSurface, EGLSurface, EGLContext);
    EGLContext eglGetCurrentContext(void);
    EGLDisplay eglGetCurrentDisplay(void);
    EGLSurface eglGetCurrentSurface(int);
    void *glXGetCurrentContext(void);
    void *glXGetProcAddressARB(const char *name);
    """
)

_NONE, _EXTENSIONS, _DRAW, _READ = 0x3038, 0x3055, 0x3059, 0x305A
_DEVICE, _SURFACELESS = 0x313F, 0x31DD  # platforms
_APIS = {"gl": (0x30A2, 0x0008, (3, 3)), "es": (0x30A0, 0x0040, (3, 0))}  # EGL_OPENGL_API, its bit, least version
_MAJOR, _MINOR, _PROFILE, _CORE = 0x3098, 0x30FB, 0x30FD, 1

_displays = {}  # initialized ones, by the pointer; they are kept, for other contexts may be on them


def _open(*names):
    for name in names:
        try:
            return _ffi.dlopen(name)
        except OSError:
            pass
    return None


_egl = _open("libEGL.so.1", "libEGL.so")
_glx = _open("libGLX.so.0", "libGL.so.1")


def _fail(message):
    raise Error(ErrorCode.NO_CONTEXT, message)


def _words(display, name):
    text = _egl.eglQueryString(display, name)
    return _ffi.string(text).decode().split() if text else []


def _extension(kind, name):
    return _ffi.cast(kind, _egl.eglGetProcAddress(name.encode()))


def _list_displays():
    """Displays without a window system: GPUs, Mesa's surfaceless one, software devices, the default one."""
    client = _words(_ffi.NULL, _EXTENSIONS)
    software = []
    get_display = _extension("EGLDisplay (*)(unsigned, void *, const int *)", "eglGetPlatformDisplayEXT")
    if "EGL_EXT_platform_device" in client and ("EGL_EXT_device_query" in client or "EGL_EXT_device_base" in client):
        devices, count = _ffi.new("void *[16]"), _ffi.new("int *")
        query = _extension("unsigned (*)(int, void **, int *)", "eglQueryDevicesEXT")
        describe = _extension("const char *(*)(void *, int)", "eglQueryDeviceStringEXT")
        for device in devices[0 : count[0]] if query(16, devices, count) else []:
            text = describe(device, _EXTENSIONS)
            display = get_display(_DEVICE, device, _ffi.NULL)
            if text and b"EGL_MESA_device_software" in _ffi.string(text):
                software.append(display)
            else:
                yield display
    if "EGL_MESA_platform_surfaceless" in client:
        yield get_display(_SURFACELESS, _ffi.NULL, _ffi.NULL)
    yield from software
    yield _egl.eglGetDisplay(_ffi.NULL)


class Context:
    """A context of its own: "gl" is OpenGL 3.3 core, "es" OpenGL ES 3.0, and None the first that can be had."""

    def __init__(self, api=None):
        if api not in (None, *_APIS):
            raise ValueError(f'api: "gl" or "es" was expected, not {api!r}')
        if _egl is None:
            _fail("libEGL.so.1 can't be loaded: install it (Debian: libegl1), or use Device.current() in a context")
        self.context = self.surface = _ffi.NULL
        for wanted in [api] if api else list(_APIS):
            if any(self._try(display, wanted) for display in _list_displays()):
                return
        _fail(f"EGL makes no context of {api or 'OpenGL 3.3 or OpenGL ES 3.0'} without a window here")

    def _try(self, display, api):
        self.display, key = display, int(_ffi.cast("uintptr_t", display))
        if display and key not in _displays:
            _displays[key] = bool(_egl.eglInitialize(display, _ffi.NULL, _ffi.NULL))
        return bool(display) and _displays[key] and self._make(*_APIS[api])

    def _make(self, api, bit, version):
        if not _egl.eglBindAPI(api):
            return False
        words = _words(self.display, _EXTENSIONS)
        surfaceless = "EGL_KHR_surfaceless_context" in words
        configs, count = _ffi.new("EGLConfig *"), _ffi.new("int *")
        wanted = [0x3033, 0x0001, 0x3040, bit, _NONE]  # EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE
        found = _egl.eglChooseConfig(self.display, wanted, configs, 1, count) and count[0]
        if not found and not (surfaceless and "EGL_KHR_no_config_context" in words):
            return False
        attributes = [_MAJOR, version[0], _MINOR, version[1]]
        attributes += [_PROFILE, _CORE] if version == (3, 3) else []
        self.context = _egl.eglCreateContext(self.display, configs[0], _ffi.NULL, [*attributes, _NONE])
        if not self.context:
            return False
        if not surfaceless:
            size = [0x3057, 16, 0x3056, 16, _NONE]  # EGL_WIDTH, EGL_HEIGHT
            self.surface = _egl.eglCreatePbufferSurface(self.display, configs[0], size)
        previous = _current()
        works = _egl.eglMakeCurrent(self.display, self.surface, self.surface, self.context)
        if works:
            _put_back(previous)
        else:
            self.close()
        return bool(works)

    def make_current(self):
        """Makes it current on this thread and returns what was, for `put_back`; None where it was current already."""
        previous = _current()
        if previous[3] == self.context:
            return None
        if not _egl.eglMakeCurrent(self.display, self.surface, self.surface, self.context):
            raise Error(
                ErrorCode.WRONG_CONTEXT,
                "the device's context can't be made current here: another thread has it (Device.release()), or this "
                "thread has one that is not EGL's",
            )
        return previous

    def is_current(self):
        return _egl.eglGetCurrentContext() == self.context

    def release(self):
        """Lets another thread make it current."""
        if self.is_current():
            _egl.eglMakeCurrent(self.display, _ffi.NULL, _ffi.NULL, _ffi.NULL)

    def close(self):
        if self.context:
            self.release()
            if self.surface:
                _egl.eglDestroySurface(self.display, self.surface)
            _egl.eglDestroyContext(self.display, self.context)
            self.context = _ffi.NULL

    @staticmethod
    def put_back(previous):
        _put_back(previous)


def _current():
    surfaces = _egl.eglGetCurrentSurface(_DRAW), _egl.eglGetCurrentSurface(_READ)
    return _egl.eglGetCurrentDisplay(), *surfaces, _egl.eglGetCurrentContext()


def _put_back(previous):
    display, draw, read, context = previous
    if context:
        _egl.eglMakeCurrent(display, draw, read, context)


def find_loader():
    """The address of the loader of the context that is current on this thread."""
    if _egl and _egl.eglGetCurrentContext():
        return int(_ffi.cast("uintptr_t", _ffi.addressof(_egl, "eglGetProcAddress")))
    if _glx and _glx.glXGetCurrentContext():
        return int(_ffi.cast("uintptr_t", _ffi.addressof(_glx, "glXGetProcAddressARB")))
    _fail("no GL context of EGL or GLX is current on this thread: make the window or moderngl's context first")


def egl_loader():
    return int(_ffi.cast("uintptr_t", _ffi.addressof(_egl, "eglGetProcAddress")))
