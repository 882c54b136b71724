#include "solvers/grid/plain.h"

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

gfRegion gfPlain_Coarser(gfRegion box)
{
    return halved(box, 1);
}

gfRegion gfPlain_Blocks(gfRegion box, int margin)
{
    return halved(box, margin);
}

bool gfPlain_Run(gfDevice *device, const gfPass *pass, const gfProgram *plain, const gfRegion *box)
{
    int width = pass->writes[0]->width, height = pass->writes[0]->height;
    int left = gfClamp(box->x, 0, width), right = gfClamp(box->x + box->width, 0, width);
    int bottom = gfClamp(box->y, 0, height), top = gfClamp(box->y + box->height, 0, height);
    gfPass part = *pass;
    part.program = plain;
    if (right <= left || top <= bottom) {
        return gfPass_Run(device, &part);
    }
    const gfRegion parts[] = {{0, 0, width, bottom},
                              {0, top, width, height - top},
                              {0, bottom, left, top - bottom},
                              {right, bottom, width - right, top - bottom},
                              {left, bottom, right - left, top - bottom}};
    bool ok = true;
    for (int i = 0; i < GF_COUNT(parts); i++) {
        part.region = &parts[i];
        part.program = i == GF_COUNT(parts) - 1 ? pass->program : plain;
        if (parts[i].width > 0 && parts[i].height > 0) {
            ok = gfPass_Run(device, &part) && ok;
        }
    }
    return ok;
}
