// Faces and weights of a domain without solids, computed on the CPU.
#include "solvers/grid/empty_box.h"

typedef struct Texel {
    uint32_t bits[4];
} Texel;

static bool wraps(const gfEmptyBox *box, int axis)
{
    return box->sides[2 * axis] == 1.0f;
}

// Returns whether `place` is a cell's index along an axis. On a periodic axis every index is, as indices wrap around.
static bool isWithin(const gfEmptyBox *box, int axis, int place)
{
    return wraps(box, axis) || gfInRange(place, 0, (axis == 0 ? box->cellsX : box->cellsY) - 1);
}

// Returns the weight between the cell (x, y) and the cell before it along `axis`, in fifteenths, as texels store it.
static uint32_t weightBefore(const gfEmptyBox *box, int axis, int x, int y)
{
    int along = axis == 0 ? x : y, cells = axis == 0 ? box->cellsX : box->cellsY;
    if (!isWithin(box, 1 - axis, axis == 0 ? y : x)) {
        return 0;
    }
    bool isSide = !wraps(box, axis) && (along == 0 || along == cells);
    return isSide ? (uint32_t)(15.0f * box->sides[2 * axis + (along == 0 ? 0 : 1)])
                  : (isWithin(box, axis, along) ? 15u : 0u);
}

// Returns 1 if the solve seeks a value for the cell: if it is in the domain; else 0.
static uint32_t isFree(const gfEmptyBox *box, int x, int y)
{
    return isWithin(box, 0, x) && isWithin(box, 1, y) ? 1u : 0u;
}

// The bits of a texel of shaders/multigrid/weights.glsl. Each of the four channels has six weights, given by the
// arguments of weightBefore, and the free bits of two cells. Indices count from the block's lower left cell.
static const struct {
    struct {
        int axis, x, y;
    } weights[6];
    int cells[2][2];
} blockWeights[4] = {
    {{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 0, 1}, {0, 1, 1}, {0, 2, 1}}, {{0, 0}, {1, 0}}},
    {{{1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 1}, {1, 0, 2}, {1, 1, 2}}, {{0, 1}, {1, 1}}},
    {{{0, 3, 0}, {1, 2, 0}, {1, 2, 1}, {0, 1, -1}, {0, 2, -1}, {1, 1, -1}}, {{2, 0}, {1, -1}}},
    {{{0, 0, 2}, {0, 1, 2}, {1, 0, 3}, {0, -1, 1}, {1, -1, 1}, {1, -1, 2}}, {{0, 2}, {-1, 1}}},
};

static Texel packBlock(const gfEmptyBox *box, int blockX, int blockY)
{
    Texel texel = {{0}};
    int x = 2 * blockX, y = 2 * blockY;
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 6; k++) {
            texel.bits[i] |= weightBefore(box, blockWeights[i].weights[k].axis, x + blockWeights[i].weights[k].x,
                                          y + blockWeights[i].weights[k].y)
                             << (5 * k);
        }
        for (int k = 0; k < 2; k++) {
            texel.bits[i] |= isFree(box, x + blockWeights[i].cells[k][0], y + blockWeights[i].cells[k][1]) << (30 + k);
        }
    }
    // Coarse levels have no weights of cells left of and below the block that are outside the domain.
    for (int i = 2; box->coarse && i < 4; i++) {
        bool within = isFree(box, x + blockWeights[i].cells[1][0], y + blockWeights[i].cells[1][1]) != 0;
        texel.bits[i] &= within ? 0xffffffffu : ~(0x7fffu << 15);
    }
    return texel;
}

// Returns the kind of a block by its index along an axis. All but the first block and the two last have equal texels.
static int kindOfBlock(int block, int blocks)
{
    return block == 0 ? 0 : block == blocks - 1 ? 3 : block == blocks - 2 ? 2 : 1;
}

bool gfEmptyBox_UploadWeights(gfDevice *device, const gfEmptyBox *box, const gfTexture *weights)
{
    int width = weights->width, height = weights->height;
    Texel *texels = gfAlloc(&device->core, (size_t)width * (size_t)height * sizeof *texels);
    Texel kinds[4][4];
    bool known[4][4] = {{false}};
    for (int y = 0; texels != NULL && y < height; y++) {
        for (int x = 0; x < width; x++) {
            int row = kindOfBlock(y, height), column = kindOfBlock(x, width);
            if (!known[row][column]) {
                kinds[row][column] = packBlock(box, x, y);
                known[row][column] = true;
            }
            texels[(size_t)y * (size_t)width + (size_t)x] = kinds[row][column];
        }
    }
    bool ok = texels != NULL && gfTexture_Upload(device, weights, texels);
    gfFree(&device->core, texels);
    return ok;
}

bool gfEmptyBox_UploadFaces(gfDevice *device, const gfEmptyBox *box, const gfTexture *faces)
{
    int width = faces->width, height = faces->height;
    uint8_t(*texels)[4] = gfAlloc(&device->core, (size_t)width * (size_t)height * sizeof *texels);
    for (int y = 0; texels != NULL && y < height; y++) {
        for (int x = 0; x < width; x++) {
            // The texture's last row and column, beyond the faces of the other axis, repeat their neighbours.
            int cellX = gfMin(x, box->cellsX - 1), cellY = gfMin(y, box->cellsY - 1);
            uint8_t *texel = texels[(size_t)y * (size_t)width + (size_t)x];
            texel[0] = weightBefore(box, 0, x, cellY) > 0 ? 255 : 0;
            texel[1] = weightBefore(box, 1, cellX, y) > 0 ? 255 : 0;
        }
    }
    bool ok = texels != NULL && gfTexture_Upload(device, faces, texels);
    gfFree(&device->core, texels);
    return ok;
}

bool gfEmptyBox_Halve(gfEmptyBox *box)
{
    bool even = box->cellsX % 2 == 0 && box->cellsY % 2 == 0;
    box->cellsX /= 2;
    box->cellsY /= 2;
    box->coarse = true;
    return even;
}
