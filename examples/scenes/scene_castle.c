#include "scenes/scene_parts.h"
void Castle_TuneFluid(gfFluidDef *def){(void)def;}
bool Castle_SetUp(Scene *scene){(void)scene;return true;}
void Castle_BeforeStep(Scene *scene){(void)scene;}
void Castle_TuneDraw(const Scene *scene, gfDrawDef *def){(void)scene;(void)def;}
