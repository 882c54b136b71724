#include "scenes/scene_parts.h"
void Wheel_TuneFluid(gfFluidDef *def){(void)def;}
bool Wheel_SetUp(Scene *scene){(void)scene;return true;}
void Wheel_BeforeStep(Scene *scene){(void)scene;}
void Wheel_TuneDraw(const Scene *scene, gfDrawDef *def){(void)scene;(void)def;}
