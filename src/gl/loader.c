// The functions of glad, whose header defines them where GLAD_GL_IMPLEMENTATION is set. gl/context.h renames them.
#define GLAD_GL_IMPLEMENTATION
#include "gl/context.h"
