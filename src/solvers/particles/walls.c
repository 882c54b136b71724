// The walls around particles: the container of a gfFluid3D, which may move; and sides and solids in units of cells.
#include "solvers/particles/sph.h"

// --- the container ---------------------------------------------------------------------------------------------------

gfContainerPose gfContainerPose_Make(gfVec3 position, gfQuat rotation, gfVec3 size)
{
    return (gfContainerPose){.position = {(double)position.x, (double)position.y, (double)position.z},
                             .turn = gfTurn_From(rotation),
                             .size = {(double)size.x, (double)size.y, (double)size.z}};
}

void gfContainer_ToLocal(const gfContainerPose *pose, const double world[3], double local[3])
{
    const double arm[3] = {world[0] - pose->position[0], world[1] - pose->position[1], world[2] - pose->position[2]};
    gfTurn_Apply(gfTurn_Invert(pose->turn), arm, local);
    for (int axis = 0; axis < 3; axis++) {
        local[axis] += 0.5 * pose->size[axis];
    }
}

void gfContainer_ToWorld(const gfContainerPose *pose, const double local[3], double world[3])
{
    double arm[3];
    for (int axis = 0; axis < 3; axis++) {
        arm[axis] = local[axis] - 0.5 * pose->size[axis];
    }
    gfTurn_Apply(pose->turn, arm, world);
    for (int axis = 0; axis < 3; axis++) {
        world[axis] += pose->position[axis];
    }
}

// Finds gfContainerMotion.carry: the map from a fixed point's coordinates in the container before its motion to those
// after it.
static void findCarry(const gfContainerPose *before, const gfContainerPose *after, float carry[3][4])
{
    const gfTurn turn = gfTurn_Multiply(gfTurn_Invert(after->turn), before->turn);
    double corner[3], moved[3];
    gfContainer_ToWorld(before, (const double[3]){0.0, 0.0, 0.0}, corner);
    gfContainer_ToLocal(after, corner, moved);
    for (int column = 0; column < 3; column++) {
        double axis[3] = {0.0, 0.0, 0.0}, turned[3];
        axis[column] = 1.0;
        gfTurn_Apply(turn, axis, turned);
        for (int row = 0; row < 3; row++) {
            carry[row][column] = (float)turned[row];
        }
        carry[column][3] = (float)moved[column];
    }
}

static void findVelocities(const gfContainerPose *before, const gfContainerPose *after, double dt,
                           gfContainerMotion *motion)
{
    double way[3], local[3], angles[3];
    for (int axis = 0; axis < 3; axis++) {
        way[axis] = after->position[axis] - before->position[axis];
    }
    gfTurn back = gfTurn_Invert(after->turn);
    gfTurn_Apply(back, way, local);
    // Angles of the reverse rotation, along the container's axes.
    gfTurn_GetAngles(gfTurn_Multiply(back, before->turn), angles);
    for (int axis = 0; axis < 3; axis++) {
        motion->velocity[axis] = (float)(local[axis] / dt);
        motion->spin[axis] = (float)(-angles[axis] / dt);
        motion->stretch[axis] = (float)(0.5 * (after->size[axis] - before->size[axis]) / dt);
    }
}

void gfContainer_Advance(gfContainer *c, int remaining, double stretch, double dt, gfContainerMotion *motion)
{
    static const gfContainerMotion still = {.carry = {{1.0f}, {0.0f, 1.0f}, {0.0f, 0.0f, 1.0f}}};
    const gfContainerPose before = c->now;
    double share = 1.0 / fmax(remaining, 1.0);
    *motion = still;
    motion->moves = memcmp(&c->now, &c->target, sizeof c->now) != 0;
    if (motion->moves) {
        for (int axis = 0; axis < 3; axis++) {
            double change = (c->target.size[axis] - before.size[axis]) * share;
            bool arrives = remaining <= 1;
            c->now.position[axis] =
                arrives ? c->target.position[axis]
                        : before.position[axis] + (c->target.position[axis] - before.position[axis]) * share;
            c->now.size[axis] = arrives && fabs(change) <= stretch
                                    ? c->target.size[axis]
                                    : before.size[axis] + fmin(fmax(change, -stretch), stretch);
        }
        c->now.turn = gfTurn_Between(before.turn, c->target.turn, share);
        findCarry(&before, &c->now, motion->carry);
        findVelocities(&before, &c->now, dt, motion);
    }
    for (int axis = 0; axis < 3; axis++) {
        motion->size[0][axis] = (float)before.size[axis];
        motion->size[1][axis] = (float)c->now.size[axis];
    }
}

// --- walls -----------------------------------------------------------------------------------------------------------

static float within(float value, float most)
{
    return fminf(fmaxf(value, -most), most);
}

// Returns the walls as uniforms. They move at most as fast as particles may, so that they leave no particles behind.
gfSphWalls gfSph_FindWalls(const gfSph *s, const gfSphDomain *domain)
{
    const gfContainerMotion *motion = domain->motion;
    float perCell = 1.0f / s->scales.radius, fastest = GF_SPH_FASTEST / s->scales.substep, longest = 1.0f;
    gfSphWalls w = {.carry = {{1.0f}, {0.0f, 1.0f}, {0.0f, 0.0f, 1.0f}}};
    for (int axis = 0; axis < s->dimensions; axis++) {
        w.extents[0][axis] = w.extents[1][axis] = domain->size[axis] * perCell;
        longest = fmaxf(longest, w.extents[0][axis]);
    }
    for (int axis = 0; motion != NULL && axis < 3; axis++) {
        w.extents[0][axis] = motion->size[0][axis] * perCell;
        w.extents[1][axis] = motion->size[1][axis] * perCell;
        memcpy(w.carry[axis], motion->carry[axis], sizeof w.carry[axis]);
        w.carry[axis][3] *= perCell;
        w.motion[0][axis] = within(motion->velocity[axis] * perCell, fastest);
        w.motion[1][axis] = within(motion->spin[axis], fastest / longest);
        w.motion[2][axis] = within(motion->stretch[axis] * perCell, fastest);
    }
    if (domain->map != NULL) {
        w.map[0] = (float)domain->map->width / w.extents[1][0];
        w.map[1] = (float)domain->map->height / w.extents[1][2];
        w.map[2] = perCell;
        w.map[3] = domain->mapThickness > 0.0f ? domain->mapThickness * perCell : 1e30f;
    }
    for (int side = 0; side < GF_SIDES; side++) {
        w.speed[side] = domain->speed.value[side] * perCell;
    }
    return w;
}
