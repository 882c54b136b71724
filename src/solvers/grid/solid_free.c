#include "solvers/grid/solid_free.h"

#define BOX_FRACTION 4 // a box of more than a quarter, which is drawn twice, leaves too little to gain

// Rounds towards minus infinity.
static int halfDown(int x)
{
    return x >= 0 ? x / 2 : -((1 - x) / 2);
}

static gfRegion halved(gfRegion box, int margin)
{
    if (box.width <= 0 || box.height <= 0) {
        return (gfRegion){0, 0, 0, 0};
    }
    int left = halfDown(box.x) - margin, bottom = halfDown(box.y) - margin;
    int right = halfDown(box.x + box.width + 1) + margin, top = halfDown(box.y + box.height + 1) + margin;
    return (gfRegion){left, bottom, right - left, top - bottom};
}

gfRegion gfSolidFree_Coarsen(gfRegion box)
{
    return halved(box, 1);
}

gfRegion gfSolidFree_ToBlocks(gfRegion box, int margin)
{
    return halved(box, margin);
}

bool gfSolidFree_Run(gfDevice *device, const gfPass *pass, const gfProgram *solidFree, const gfRegion *box)
{
    const gfRegion all = {0, 0, pass->writes[0]->width, pass->writes[0]->height};
    const gfRegion *whole = pass->region != NULL ? pass->region : &all;
    int width = whole->width, height = whole->height;
    int left = gfClamp(box->x, 0, width), right = gfClamp(box->x + box->width, 0, width);
    int bottom = gfClamp(box->y, 0, height), top = gfClamp(box->y + box->height, 0, height);
    const gfRegion inside = {whole->x + left, whole->y + bottom, right - left, top - bottom};
    long area = (long)inside.width * inside.height;
    gfPass part = *pass;
    bool ok = true;
    if (area * BOX_FRACTION > (long)width * height) {
        return gfPass_Run(device, pass);
    }
    part.program = solidFree;
    ok = gfPass_Run(device, &part);
    if (area > 0) {
        part.program = pass->program;
        part.region = &inside;
        ok = gfPass_Run(device, &part) && ok;
    }
    return ok;
}
