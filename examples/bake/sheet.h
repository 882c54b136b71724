/// Sheets for games: tiles side by side with a rim around each, gathered in floats and written as 8-bit PNG.
#ifndef BAKE_SHEET_H
#define BAKE_SHEET_H

#include <stdbool.h>
#include <stdint.h>

#define SHEET_RIM 4 ///< pixels around a tile that continue it, so that mip maps have no seams

/// What a sheet's four values a pixel are, and how they are written.
typedef enum SheetKind {
    SHEET_COLOR,   ///< linear light times alpha, alpha: sRGB, straight alpha, colour continued where it is clear
    SHEET_FLOW,    ///< m/s, right and up: 128 + 127 of the largest component
    SHEET_NORMALS, ///< a normal of length 1: 128 + 127 of it
    SHEET_DISTANCE ///< pixels, inside above 0: 128 + 127 of the reach
} SheetKind;

typedef struct Sheet {
    SheetKind kind;
    const char *path;
    int columns, rows;
    int width, height; ///< of a tile, pixels
    float *values;     ///< of tile after tile, first row at the top
} Sheet;

/// Pixels side by side, some values each.
typedef struct SheetPixels {
    float *values;
    int width, height, channels;
} SheetPixels;

/// A value between pixels, whose centres are at whole numbers; beyond the outermost as these.
float Sheet_Sample(const SheetPixels *pixels, int channel, float x, float y);

/// An empty sheet, all 0. False without memory.
bool Sheet_Create(Sheet *sheet, SheetKind kind, const char *path, int columns, int rows, int width, int height);
void Sheet_Destroy(Sheet *sheet);

/// Of the whole picture, pixels: with the rims.
int Sheet_GetWidth(const Sheet *sheet);
int Sheet_GetHeight(const Sheet *sheet);

/// Adds `values` of one tile times `weight`.
void Sheet_Add(Sheet *sheet, int tile, const float *values, float weight);

/// A picture's bytes (sRGB, straight alpha) as values of SHEET_COLOR.
void Sheet_FromPicture(const uint8_t *pixels, int count, float *values);

/// Normals of a thing that is as thick as `amounts` say (0 to 1), width x height values.
bool Sheet_MakeNormals(const float *amounts, int width, int height, float *values);

/// Distances to where `amounts` are 0.5, pixels.
bool Sheet_MakeDistances(const float *amounts, int width, int height, float *values);

/// Writes the file; `said` gets what a user must know of it, which is in the file, too. False with a line in `error`.
bool Sheet_Write(Sheet *sheet, char *said, int saidSize, char *error, int errorSize);

#endif
