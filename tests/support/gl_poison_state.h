/// The host's objects and the functions of newer versions: shared by gl_poison.c, which sets state, and gl_snapshot.c,
/// which records it.
#pragma once

#include "support/gl_poison.h"

#include "support/gl_poison_tables.h"

#define POISON_UNITS 16
#define POISON_BUFFERS 16
#define POISON_VIEWPORTS 16

/// Functions beyond OpenGL 3.3 and OpenGL ES 3.0; used only where `version` has them, for a loader may return stubs.
typedef struct PoisonProcs {
    void(GLAD_API_PTR *Enablei)(GLenum target, GLuint index);
    void(GLAD_API_PTR *Disablei)(GLenum target, GLuint index);
    GLboolean(GLAD_API_PTR *IsEnabledi)(GLenum target, GLuint index);
    void(GLAD_API_PTR *GetIntegeri_v)(GLenum target, GLuint index, GLint *data);
    void(GLAD_API_PTR *GetInteger64i_v)(GLenum target, GLuint index, GLint64 *data);
    void(GLAD_API_PTR *ColorMaski)(GLuint buffer, GLboolean r, GLboolean g, GLboolean b, GLboolean a);
    void(GLAD_API_PTR *BlendFuncSeparatei)(GLuint buffer, GLenum srcRGB, GLenum dstRGB, GLenum srcA, GLenum dstA);
    void(GLAD_API_PTR *BlendEquationSeparatei)(GLuint buffer, GLenum modeRGB, GLenum modeAlpha);
    void(GLAD_API_PTR *ViewportIndexedf)(GLuint index, GLfloat x, GLfloat y, GLfloat width, GLfloat height);
    void(GLAD_API_PTR *ScissorIndexed)(GLuint index, GLint x, GLint y, GLsizei width, GLsizei height);
    void(GLAD_API_PTR *DepthRangeIndexed)(GLuint index, GLdouble low, GLdouble high);
    void(GLAD_API_PTR *GetFloati_v)(GLenum target, GLuint index, GLfloat *data);
    void(GLAD_API_PTR *SampleMaski)(GLuint index, GLbitfield mask);
    void(GLAD_API_PTR *MinSampleShading)(GLfloat value);
    void(GLAD_API_PTR *PatchParameteri)(GLenum name, GLint value);
    void(GLAD_API_PTR *ClipControl)(GLenum origin, GLenum depth);
    void(GLAD_API_PTR *GenProgramPipelines)(GLsizei n, GLuint *pipelines);
    void(GLAD_API_PTR *BindProgramPipeline)(GLuint pipeline);
    void(GLAD_API_PTR *GenTransformFeedbacks)(GLsizei n, GLuint *ids);
    void(GLAD_API_PTR *BindTransformFeedback)(GLenum target, GLuint id);
} PoisonProcs;

struct GlPoison {
    GladGLContext gl;
    PoisonProcs procs;
    bool es;
    int version; ///< ten times major, plus minor
    GLuint program, pipeline, vertexArray, transformFeedback;
    GLint uniform; ///< location of the program's one uniform
    GLuint buffers[POISON_BUFFERS];
    GLuint samplers[4];
    GLuint flat[POISON_UNITS]; ///< a 2D texture for each unit
    GLuint volume, cube, array, line, lines, rectangle, bufferTexture;
    GLuint framebuffer, readFramebuffer, attachments[2], readAttachment, depthStencil;
};

/// Whether this context has what exists since OpenGL `gl` or OpenGL ES `es` (0: never).
static inline bool GlPoison_Has(const GlPoison *p, int gl, int es)
{
    int least = p->es ? es : gl;
    return least != 0 && p->version >= least;
}
