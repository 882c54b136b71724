// Names of GL objects, which debuggers of the GL show: KHR_debug (GL 4.3, ES 3.2) or EXT_debug_label, where there.
#ifndef GF_LABEL_H
#define GF_LABEL_H

#include "gl/device.h"

typedef enum gfLabelKind {
    GF_LABEL_BUFFER,
    GF_LABEL_FRAMEBUFFER,
    GF_LABEL_PROGRAM,
    GF_LABEL_QUERY,
    GF_LABEL_RENDERBUFFER,
    GF_LABEL_SAMPLER,
    GF_LABEL_SHADER,
    GF_LABEL_TEXTURE,
    GF_LABEL_VERTEX_ARRAY,
    GF_LABEL_KINDS
} gfLabelKind;

// Names an object that has been bound, or made by glCreate*, "gpufluid WHAT" or "gpufluid WHAT PART". `part` may be
// null. Nothing happens where the context knows no labels.
void gfLabel_Set(gfDevice *device, gfLabelKind kind, GLuint id, const char *what, const char *part);

// The last name of an expression such as "&t->motion" or "s->flow.read", for the label of what it points to.
const char *gfLabel_OfExpression(const char *expression);

#endif
