/// Every call that a host makes of the library, one after the other, and a scene of some of them.
#ifndef EMBEDDED_CALLS_H
#define EMBEDDED_CALLS_H

#include "support/fixture.h"

#define GRID_W 24
#define GRID_H 16

/// What a sequence of calls works on.
typedef struct Embedded {
    Fixture *fixture;
    gfDevice *device;
    gfFluid *fluid;
    gfTracers *tracers;
    gfOpticalFlow *flow;
    gfQuery *query;
    gfSolidId solid;
    gfReadId read;
    uint8_t *saved;
    size_t savedSize;
    float values[4 * (4 * GRID_W + 1) * (4 * GRID_H + 1)];
} Embedded;

/// In the order in which they can be made; each fails the test if it does not do what it should.
typedef struct EmbeddedCall {
    const char *name;
    void (*call)(Embedded *);
} EmbeddedCall;
extern const EmbeddedCall embeddedCalls[];
extern const int embeddedCallCount;

/// Some of them.
void Embedded_CreateDevice(Embedded *s);
void Embedded_CreateFluid(Embedded *s);
void Embedded_Step(Embedded *s);
void Embedded_AddSolidMask(Embedded *s);
void Embedded_AddSolid(Embedded *s);
void Embedded_ReadFields(Embedded *s);
void Embedded_Measure(Embedded *s);
void Embedded_DestroyFluid(Embedded *s);
void Embedded_DestroyDevice(Embedded *s);

/// A scene with all that a step can hold; `values` receives every field, one after the other. How many there are.
size_t Embedded_RunScene(Embedded *s, float *values, size_t room);

#endif
