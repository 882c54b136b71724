/// Sets every piece of GL state that an application can change to an unusual value, records it, and compares it. The
/// state is that of the tables in the OpenGL 3.3 core (and some of 4.x) and OpenGL ES 3.0 to 3.2 specifications, not
/// the library's list of state that it saves.
#pragma once

#include <glad/gl.h>

#include <stdbool.h>

/// Size of the host's framebuffer, and the viewport and scissor rectangle that GlPoison_Apply sets.
#define POISON_WIDTH 32
#define POISON_HEIGHT 24
#define POISON_VIEWPORT \
    {                   \
        3, 5, 20, 11    \
    }
#define POISON_SCISSOR \
    {                  \
        4, 6, 7, 8     \
    }

typedef struct GlPoison GlPoison;
typedef struct GlSnapshot GlSnapshot;

/// Makes the host's objects (program, vertex array, buffers, samplers, textures of every kind, a framebuffer with two
/// colour attachments and a depth and stencil buffer) in the context that is current. They go with the context,
/// and memory with the test.
GlPoison *GlPoison_Create(const GladGLContext *gl);

/// Sets everything to its unusual value.
void GlPoison_Apply(GlPoison *poison);

/// Fills both colour attachments with known bytes and depth with 0.625. Leaves other state poisoned.
void GlPoison_FillFramebuffer(GlPoison *poison);

/// The bytes (RGBA) of a colour attachment, POISON_WIDTH x POISON_HEIGHT; leaves the state poisoned.
void GlPoison_ReadFramebuffer(GlPoison *poison, int attachment, unsigned char *pixels);

/// Fails unless every texel of a colour attachment, or of depth where it can be read, is as it was filled.
void GlPoison_ExpectUntouched(GlPoison *poison, int attachment);
void GlPoison_ExpectDepthUntouched(GlPoison *poison);

/// The byte that GlPoison_FillFramebuffer gave to a channel of an attachment.
unsigned char GlPoison_FilledByte(int attachment, int channel);

/// Records all state, without changing any.
GlSnapshot *GlPoison_Take(const GlPoison *poison);

/// Fails, with all that differs, unless both are alike. `call` names what happened in between.
void GlPoison_ExpectSame(const GlSnapshot *before, GlSnapshot *after, const char *call);
