// Optical flow by Lucas and Kanade, coarse to fine, and the stirring of fluids by it.
#ifndef GF_OPTICAL_FLOW_IMPL_H
#define GF_OPTICAL_FLOW_IMPL_H

#include "gpufluid/optical_flow.h"

#include "base/members.h"
#include "fluid/solver.h"
#include "gl/pass.h"

#define GF_OPTICAL_FLOW_LEVELS 8

// The textures of one size of the pictures. Products are weighted means over the window.
typedef struct gfVisionLevel {
    gfTexture grey[2];      // of the last two pictures, which `newest` tells apart
    gfTexture products[2];  // of gradients, as shaders/vision/gradients.frag says
    gfTexture blurred[2];   // products averaged along rows
    gfTexture gradients[2]; // products averaged along rows and columns
    gfTexture mismatch;     // as shaders/vision/mismatch.frag says
    gfTexture rows;         // mismatch averaged along rows
    gfPair flow;
} gfVisionLevel;

// Impulses and paint that stir one fluid.
typedef struct gfStirring {
    uint32_t fluid;           // its number; 0: none
    gfTexture impulse, paint; // written by shaders/vision/stir.frag
    double waiting_s;         // time that no substep has taken yet
} gfStirring;

struct gfOpticalFlow {
    gfOwned owned; // in the device's list
    gfDevice *device;
    gfOpticalFlowDef def;
    int levels;
    int newest;   // of `grey`
    int pictures; // number of pictures taken in: 0, 1 or 2
    gfVisionLevel level[GF_OPTICAL_FLOW_LEVELS];
    gfTexture color; // of the newest picture
    gfStirring stirrings[GF_OPTICAL_FLOW_FLUIDS];
};

extern const gfRecord gf_opticalFlowDefRecord;

// Returns whether an optical flow can be made of a definition; reports.
bool gfOpticalFlow_CheckDef(const gfDevice *device, const gfOpticalFlowDef *def, const char *caller);
// Makes textures and programs of def. False and reported; there is nothing to release then.
bool gfOpticalFlow_Init(gfOpticalFlow *flow);
void gfOpticalFlow_Release(gfOpticalFlow *flow);
void gfOpticalFlow_ReleaseStirring(gfDevice *device, gfStirring *stirring);
// Takes a picture in. False and reported.
bool gfOpticalFlow_Take(gfOpticalFlow *flow, GLuint texture);
// Finds the flow between the last two pictures. False and reported.
bool gfOpticalFlow_Find(gfOpticalFlow *flow);
// Sets the flow to 0.
void gfOpticalFlow_Clear(const gfOpticalFlow *flow);
// Makes the textures of a stirring. False and reported.
bool gfOpticalFlow_InitStirring(const gfOpticalFlow *flow, gfStirring *stirring);
// Draws the impulses and the paint for so many seconds. False and reported.
bool gfOpticalFlow_DrawStirring(const gfOpticalFlow *flow, const gfStirring *stirring, const gfBody *body,
                                const gfFieldView *velocity, const gfStirDef *def, float dt);

static inline const gfTexture *gfOpticalFlow_GetFlow(const gfOpticalFlow *flow)
{
    return &flow->level[0].flow.read;
}

#endif
