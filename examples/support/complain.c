#include "complain.h"

#include <stdarg.h>
#include <stdio.h>

static const char *programName = "fluid_demo";

void Complain_SetName(const char *name)
{
    programName = name;
}

const char *Complain_GetName(void)
{
    return programName;
}

bool Complain(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fprintf(stderr, "%s: ", programName);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    return false;
}
