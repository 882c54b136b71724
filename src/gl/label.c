#include "gl/label.h"

#include <stdio.h>
#include <string.h>

#define LABEL_MAX 256 // KHR_debug promises as many

static const struct {
    GLenum khr, ext;
} labelKinds[GF_LABEL_KINDS] = {
    [GF_LABEL_BUFFER] = {0x82E0, 0x9151},
    [GF_LABEL_FRAMEBUFFER] = {GL_FRAMEBUFFER, GL_FRAMEBUFFER},
    [GF_LABEL_PROGRAM] = {0x82E2, 0x8B40},
    [GF_LABEL_QUERY] = {0x82E3, 0x9153},
    [GF_LABEL_RENDERBUFFER] = {GL_RENDERBUFFER, GL_RENDERBUFFER},
    [GF_LABEL_SAMPLER] = {0x82E6, 0x82E6},
    [GF_LABEL_SHADER] = {0x82E1, 0x8B48},
    [GF_LABEL_TEXTURE] = {GL_TEXTURE, GL_TEXTURE},
    [GF_LABEL_VERTEX_ARRAY] = {GL_VERTEX_ARRAY, 0x9154},
};

void gfLabel_Set(gfDevice *device, gfLabelKind kind, GLuint id, const char *what, const char *part)
{
    char label[LABEL_MAX];
    const gfGL *gl = &device->gl;
    if (GF_ONLY_WEBGL || id == 0 || (gl->objectLabel == NULL && gl->labelObject == NULL)) {
        return;
    }
    bool parted = part != NULL && part[0] != '\0';
    snprintf(label, sizeof label, "gpufluid %s%s%s", what, parted ? " " : "", parted ? part : "");
    if (gl->objectLabel != NULL) {
        gl->objectLabel(labelKinds[kind].khr, id, -1, label);
    } else {
        gl->labelObject(labelKinds[kind].ext, id, 0, label);
    }
}

const char *gfLabel_OfExpression(const char *expression)
{
    const char *name = expression;
    for (const char *c = expression; *c != '\0'; c++) {
        if (*c == '&' || *c == '.' || (*c == '>' && c > expression && c[-1] == '-')) {
            bool side = strcmp(c + 1, "read") == 0 || strcmp(c + 1, "write") == 0; // of a pair, which has the name
            name = side ? name : c + 1;
        }
    }
    return name;
}
