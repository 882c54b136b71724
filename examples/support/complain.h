/// Messages on standard error, each after the program's name. Not part of the library.
#ifndef SUPPORT_COMPLAIN_H
#define SUPPORT_COMPLAIN_H

#include <stdbool.h>

/// The name that messages begin with, by default fluid_demo.
void Complain_SetName(const char *name);
const char *Complain_GetName(void);

/// Prints "NAME: ", the message and the end of the line. Always false, so that a caller can return it.
bool Complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
