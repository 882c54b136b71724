// glad's loader, compiled once and privately (see gl/context.h for the renaming).
#define GLAD_GL_IMPLEMENTATION
#include "gl/context.h"
