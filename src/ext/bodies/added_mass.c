// The fluid that moves with a body (added mass), computed for its shape under a level surface: the potential flow
// around it by constant sources on short straight pieces of its outline (Hess and Smith 1967). The pressure at the
// surface is 0, so a mirror image above it has the opposite sign. Solids, sides and other bodies beside it are left
// out.
#include "ext/bodies/rigid_bodies2d.h"

#define PANELS 48        // most pieces of an outline
#define PANELS_WANTED 24 // pieces into which the part under water is cut, or a few more

// A piece of the outline under water, and the fluid's velocity through it for each of the body's motions: along x and
// y, and turning about its centre of mass.
typedef struct Panel {
    double from[2], way[2], normal[2], length, middle[2];
    double motion[3];
} Panel;

typedef struct Panels {
    int count;
    Panel list[PANELS];
} Panels;

static void addPanels(Panels *panels, const double p[2], const double q[2], const double centre[2], int parts)
{
    double length = hypot(q[0] - p[0], q[1] - p[1]);
    for (int i = 0; i < parts && length > 0.0 && panels->count < PANELS; i++) {
        Panel *a = &panels->list[panels->count++];
        *a = (Panel){.length = length / parts, .way = {(q[0] - p[0]) / length, (q[1] - p[1]) / length}};
        a->normal[0] = a->way[1];
        a->normal[1] = -a->way[0];
        for (int axis = 0; axis < 2; axis++) {
            a->from[axis] = p[axis] + (q[axis] - p[axis]) * i / parts;
            a->middle[axis] = a->from[axis] + 0.5 * a->length * a->way[axis];
            a->motion[axis] = a->normal[axis];
        }
        a->motion[2] = (a->middle[0] - centre[0]) * a->normal[1] - (a->middle[1] - centre[1]) * a->normal[0];
    }
}

static double getEdge(const gfOutline *outline, int i)
{
    const double *p = outline->points[i], *q = outline->points[(i + 1) % outline->count];
    return hypot(q[0] - p[0], q[1] - p[1]);
}

// Cuts the outline under a level surface into pieces, without its edge along the surface. Short edges, as those of arcs
// are, are taken together.
static Panels makePanels(const gfRigidBody *b, const gfPose *pose, double level)
{
    const gfHull hull = gfHull_Move(&b->hull, pose->place, pose->angle);
    const gfOutline outline = gfOutline_Make(&hull);
    const gfOutline below = gfOutline_Cut(&outline, (const double[2]){0.0, 1.0}, level);
    Panels panels = {.count = 0};
    double around = 0.0, surface = level - 1e-6 * b->bound;
    for (int i = 0; i < below.count; i++) {
        around += getEdge(&below, i);
    }
    double piece = around / PANELS_WANTED;
    for (int i = 0, last; i < below.count; i = last) {
        double length = getEdge(&below, i);
        last = i + 1;
        if (below.points[i][1] > surface && below.points[last % below.count][1] > surface) {
            continue;
        }
        while (last < below.count && length < 0.9 * piece && getEdge(&below, last) < 0.5 * piece &&
               !(below.points[last][1] > surface)) {
            length += getEdge(&below, last++);
        }
        addPanels(&panels, below.points[i], below.points[last % below.count], pose->place,
                  (int)fmax(floor(length / piece + 0.5), 1.0));
    }
    return panels;
}

// Adds the potential of a source of strength 1 on a panel at a place, times 4 pi, and its gradient, times 4 pi.
static void addSource(const Panel *a, const double at[2], double strength, double *potential, double gradient[2])
{
    double x = at[0] - a->from[0], y = at[1] - a->from[1];
    double s = x * a->way[0] + y * a->way[1], t = s - a->length, d = x * a->normal[0] + y * a->normal[1];
    d = fabs(d) > 1e-9 * a->length ? d : 0.0; // a panel's own middle is on its outer side
    double ss = fmax(s * s + d * d, 1e-30), tt = fmax(t * t + d * d, 1e-30);
    double logs = log(ss / tt), angle = 2.0 * atan2(a->length * d, d * d + s * t);
    *potential += strength * (s * logs + a->length * (log(tt) - 2.0) + d * angle);
    for (int axis = 0; axis < 2; axis++) {
        gradient[axis] += strength * (logs * a->way[axis] + angle * a->normal[axis]);
    }
}

// Solves matrix x = values for three right-hand sides by elimination with pivots; both are overwritten.
static void solvePanels(int n, double matrix[PANELS][PANELS], double values[PANELS][3])
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++) {
            best = fabs(matrix[i][k]) > fabs(matrix[best][k]) ? i : best;
        }
        for (int j = 0; j < n; j++) {
            double row = matrix[k][j];
            matrix[k][j] = matrix[best][j];
            matrix[best][j] = row;
        }
        for (int j = 0; j < 3; j++) {
            double value = values[k][j];
            values[k][j] = values[best][j];
            values[best][j] = value;
        }
        matrix[k][k] = fabs(matrix[k][k]) > 1e-12 ? matrix[k][k] : 1e-12;
        for (int i = 0; i < n; i++) {
            double part = i != k ? matrix[i][k] / matrix[k][k] : 0.0;
            for (int j = k; j < n && part != 0.0; j++) {
                matrix[i][j] -= part * matrix[k][j];
            }
            for (int j = 0; j < 3; j++) {
                values[i][j] -= part * values[k][j];
            }
        }
    }
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < 3; j++) {
            values[k][j] /= matrix[k][k];
        }
    }
}

void gfRigidBody2D_FindAddedMass(const gfRigidBody *b, const gfPose *pose, double level, double mass[3][3])
{
    const Panels panels = makePanels(b, pose, level);
    double slopes[PANELS][PANELS], potentials[PANELS][PANELS], sources[PANELS][3];
    const int n = panels.count;
    memset(mass, 0, 9 * sizeof(double));
    for (int i = 0; i < n; i++) {
        const Panel *at = &panels.list[i];
        memcpy(sources[i], at->motion, sizeof sources[i]);
        // The flow of a panel's image here is that of the panel itself at the image of this place.
        const double image[2] = {at->middle[0], 2.0 * level - at->middle[1]};
        for (int j = 0; j < n; j++) {
            double potential = 0.0, own[2] = {0.0, 0.0}, above[2] = {0.0, 0.0};
            addSource(&panels.list[j], at->middle, 1.0, &potential, own);
            if (isfinite(level)) {
                addSource(&panels.list[j], image, -1.0, &potential, above);
            }
            slopes[i][j] = (own[0] + above[0]) * at->normal[0] + (own[1] - above[1]) * at->normal[1];
            potentials[i][j] = potential;
        }
    }
    solvePanels(n, slopes, sources);
    for (int k = 0; k < 9; k++) {
        for (int i = 0; i < n; i++) {
            double potential = 0.0;
            for (int j = 0; j < n; j++) {
                potential += potentials[i][j] * sources[j][k % 3];
            }
            const Panel *at = &panels.list[i];
            mass[k / 3][k % 3] -= b->density * potential * at->motion[k / 3] * at->length;
        }
    }
    for (int k = 0; k < 3; k++) {
        mass[k][k] = fmax(mass[k][k], 0.0);
    }
}
