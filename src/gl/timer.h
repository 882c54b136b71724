// GPU time per pass label: elapsed-time queries that are read when they are ready, never waited for.
#ifndef GF_TIMER_H
#define GF_TIMER_H

#include "gl/device.h"

bool gfTimers_Create(gfDevice *device);
void gfTimers_Destroy(gfDevice *device);
void gfTimers_Enable(gfDevice *device, bool enabled);
// Collects what is ready, at the start of a public call. While the host has a time query open no pass is timed, for
// queries of one kind do not nest; the first time, that is reported.
void gfTimers_Begin(gfDevice *device, bool hostQueryOpen);
void gfTimers_BeginPass(gfDevice *device, const char *label);
void gfTimers_EndPass(gfDevice *device);
// Collects the results that are ready, then copies the sums.
void gfTimers_GetProfile(gfDevice *device, gfProfile *profile);
void gfTimers_Reset(gfDevice *device);

// Times of whole calls, each of several passes: of them that are under way at once. Zero is "none".
#define GF_SPANS 8

typedef struct gfSpans {
    GLuint queries[GF_SPANS]; // a ring
    uint32_t tags[GF_SPANS];
    int first, count;
    bool made, open;
} gfSpans;

// If the context has no time queries nothing is made, and no span is ever begun.
void gfSpans_Create(gfDevice *device, gfSpans *spans);
void gfSpans_Destroy(gfDevice *device, gfSpans *spans);
// Begins a span, between gfDevice_Begin and _End as all that is timed. There is none where the ring is full, passes are
// timed, or the host has a time query open.
void gfSpans_Begin(gfDevice *device, gfSpans *spans, uint32_t tag);
void gfSpans_End(gfDevice *device, gfSpans *spans);
// The oldest that has come, without waiting; false: none has.
bool gfSpans_Take(gfDevice *device, gfSpans *spans, double *ms, uint32_t *tag);

#endif
