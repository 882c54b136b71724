// GPU time per pass label: elapsed-time queries that are read when they are ready, never waited for.
#ifndef GF_TIMER_H
#define GF_TIMER_H

#include "gl/device.h"

bool gfTimers_Create(gfDevice *device);
void gfTimers_Destroy(gfDevice *device);
void gfTimers_Enable(gfDevice *device, bool enabled);
// At the start of a public call: collects what is ready. While the host has a time query open no pass is timed, for
// queries of one kind do not nest; the first time, that is reported.
void gfTimers_Begin(gfDevice *device, bool hostQueryOpen);
void gfTimers_BeginPass(gfDevice *device, const char *label);
void gfTimers_EndPass(gfDevice *device);
// Collects the results that are ready, then copies the sums.
void gfTimers_GetProfile(gfDevice *device, gfProfile *profile);
void gfTimers_Reset(gfDevice *device);

#endif
