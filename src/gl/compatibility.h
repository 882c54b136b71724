// State that only compatibility profiles have and that would change what passes draw, upload or read back. It is part
// of gfHostState; in other contexts nothing here makes a GL call. Capabilities are in the table of host_state.c.
#ifndef GF_COMPATIBILITY_H
#define GF_COMPATIBILITY_H

#include "gl/context.h"

#define GF_PIXEL_TRANSFERS_MAX 17

typedef struct gfCompatibilityState {
    GLfloat transfers[GF_PIXEL_TRANSFERS_MAX];
    GLfloat colorMatrix[16];
    GLint clampFragmentColor;
} gfCompatibilityState;

// Reports HOST_STATE where the host has something open that can't be set aside: a display list, glBegin, or a render
// mode whose records would be lost.
bool gfCompatibility_Check(const gfGL *gl, const gfCore *core);

// Do what the calls of gfHostState of the same names do.
void gfCompatibility_Save(const gfGL *gl, gfCompatibilityState *state);
void gfCompatibility_Neutral(const gfGL *gl, const gfCompatibilityState *saved);
void gfCompatibility_Restore(const gfGL *gl, const gfCompatibilityState *state);

#endif
