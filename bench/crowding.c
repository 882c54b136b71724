#include "crowding.h"

#include <math.h>
#include <stdlib.h>

/// Particles whose neighbours are counted, about.
#define SAMPLE 4096

/// Particles by the cell of a box that they are in.
typedef struct Cells {
    const CrowdingInput *input;
    float side; ///< m
    int shape[3];
    int *starts; ///< of each cell in `order`, and behind the last
    int *order;  ///< particles, cell by cell
} Cells;

static int findAlong(const Cells *cells, int axis, float place)
{
    int along = (int)(place / cells->side);
    return along < 0 ? 0 : along >= cells->shape[axis] ? cells->shape[axis] - 1 : along;
}

static int findCell(const Cells *cells, const float *place)
{
    int x = findAlong(cells, 0, place[0]);
    int y = findAlong(cells, 1, place[1]);
    int z = findAlong(cells, 2, place[2]);
    return (z * cells->shape[1] + y) * cells->shape[0] + x;
}

static int countCells(const Cells *cells)
{
    return cells->shape[0] * cells->shape[1] * cells->shape[2];
}

static void destroyCells(Cells *cells)
{
    free(cells->starts);
    free(cells->order);
}

static bool createCells(Cells *cells, const CrowdingInput *input, float side)
{
    *cells = (Cells){.input = input, .side = side, .shape = {1, 1, 1}};
    for (int axis = 0; axis < input->dimensions; axis++) {
        cells->shape[axis] = (int)ceilf(input->size[axis] / side) + 1;
    }
    int count = countCells(cells);
    cells->starts = calloc((size_t)count + 2, sizeof(*cells->starts));
    cells->order = malloc(((size_t)input->count + 1) * sizeof(*cells->order));
    if (cells->starts == NULL || cells->order == NULL) {
        destroyCells(cells);
        return false;
    }
    int *next = cells->starts + 1; // the start of each cell, which moves to its end as the cell is filled
    for (int i = 0; i < input->count; i++) {
        next[findCell(cells, input->places + 3 * i) + 1]++;
    }
    for (int i = 0; i < count; i++) {
        next[i + 1] += next[i];
    }
    for (int i = 0; i < input->count; i++) {
        cells->order[next[findCell(cells, input->places + 3 * i)]++] = i;
    }
    return true;
}

static int countInCell(const Cells *cells, int cell, const float *place)
{
    double radius2 = (double)cells->input->radius * (double)cells->input->radius;
    int count = 0;
    for (int i = cells->starts[cell]; i < cells->starts[cell + 1]; i++) {
        const float *other = cells->input->places + 3 * cells->order[i];
        double x = (double)other[0] - (double)place[0];
        double y = (double)other[1] - (double)place[1];
        double z = (double)other[2] - (double)place[2];
        count += x * x + y * y + z * z < radius2;
    }
    return count;
}

/// Of the particle at `place`, which is not counted itself.
static int countNeighbours(const Cells *cells, const float *place)
{
    int low[3];
    int high[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = findAlong(cells, axis, place[axis] - cells->side);
        high[axis] = findAlong(cells, axis, place[axis] + cells->side);
    }
    int count = -1;
    for (int z = low[2]; z <= high[2]; z++) {
        for (int y = low[1]; y <= high[1]; y++) {
            for (int x = low[0]; x <= high[0]; x++) {
                count += countInCell(cells, (z * cells->shape[1] + y) * cells->shape[0] + x, place);
            }
        }
    }
    return count;
}

static bool findNeighbours(const CrowdingInput *input, double *neighbours)
{
    Cells cells;
    if (!createCells(&cells, input, input->radius)) {
        return false;
    }
    int stride = input->count / SAMPLE + 1;
    int sampled = 0;
    double sum = 0.0;
    for (int i = 0; i < input->count; i += stride) {
        sum += countNeighbours(&cells, input->places + 3 * i);
        sampled++;
    }
    *neighbours = sampled > 0 ? sum / sampled : 0.0;
    destroyCells(&cells);
    return true;
}

static bool findDensest(const CrowdingInput *input, double *densest)
{
    Cells blocks;
    if (!createCells(&blocks, input, 2.0f * input->radius)) {
        return false;
    }
    int most = 0;
    for (int i = 0; i < countCells(&blocks); i++) {
        int held = blocks.starts[i + 1] - blocks.starts[i];
        most = held > most ? held : most;
    }
    *densest = most / pow((double)(blocks.side / input->spacing), input->dimensions);
    destroyCells(&blocks);
    return true;
}

bool Crowding_Measure(const CrowdingInput *input, Crowding *crowding)
{
    return findNeighbours(input, &crowding->neighbours) && findDensest(input, &crowding->densest);
}
