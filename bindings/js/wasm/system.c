// What C asks of its system, and a page has not or does itself. Theirs is the place of the C library's functions, whose
// code a page would load for nothing: src/runtime.js has what is imported.
#include "gl/program_cache.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

char *gfShaderFolder_Read(gfDevice *device, const char *name)
{
    gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER_FILE,
             "cannot read shader '%s/%s': a page has no files; null is expected for shaderDir", device->shaderDir,
             name);
    return NULL;
}

__attribute__((import_module("web"), import_name("format"))) int web_format(char *text, size_t size, const char *format,
                                                                            va_list arguments);

int vsnprintf(char *text, size_t size, const char *format, va_list arguments)
{
    return web_format(text, size, format, arguments);
}

int snprintf(char *text, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = web_format(text, size, format, arguments);
    va_end(arguments);
    return length;
}

__attribute__((import_module("web"), import_name("now"))) double web_now(void);

int timespec_get(struct timespec *now, int base)
{
    double ms = web_now();
    now->tv_sec = (time_t)(ms / 1e3);
    now->tv_nsec = (long)((ms - 1e3 * (double)now->tv_sec) * 1e6);
    return base;
}

#define MATH_1(name)                                                                         \
    __attribute__((import_module("math"), import_name(#name))) double math_##name(double x); \
    double name(double x)                                                                    \
    {                                                                                        \
        return math_##name(x);                                                               \
    }                                                                                        \
    float name##f(float x)                                                                   \
    {                                                                                        \
        return (float)math_##name((double)x);                                                \
    }
#define MATH_2(name)                                                                                   \
    __attribute__((import_module("math"), import_name(#name))) double math_##name(double x, double y); \
    double name(double x, double y)                                                                    \
    {                                                                                                  \
        return math_##name(x, y);                                                                      \
    }                                                                                                  \
    float name##f(float x, float y)                                                                    \
    {                                                                                                  \
        return (float)math_##name((double)x, (double)y);                                               \
    }

MATH_1(acos)
MATH_1(asin)
MATH_1(atan)
MATH_1(cbrt)
MATH_1(cos)
MATH_1(exp)
MATH_1(log)
MATH_1(log2)
MATH_1(sin)
MATH_1(tan)
MATH_2(atan2)
MATH_2(hypot)
MATH_2(pow)
