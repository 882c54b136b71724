#include "fluid/records.h"

#include "gpufluid/moving.h"
#include "gpufluid/source.h"

#include "fluid/members.inc"

static const gfMember turnMembers[] = {
    GF_MEMBER_WITHIN(gfTurn, x, -1.01, 1.01),
    GF_MEMBER_WITHIN(gfTurn, y, -1.01, 1.01),
    GF_MEMBER_WITHIN(gfTurn, z, -1.01, 1.01),
    GF_MEMBER_WITHIN(gfTurn, w, -1.01, 1.01),
};
const gfRecord gf_turnRecord = GF_RECORD(gfTurn, turnMembers);

void gfArchive_CheckTurn(gfArchive *archive, gfTurn t, const char *what)
{
    if (gfArchive_Reads(archive) && !gfInRange(t.x * t.x + t.y * t.y + t.z * t.z + t.w * t.w, 0.99, 1.01)) {
        gfArchive_Fail(archive, what);
    }
}
