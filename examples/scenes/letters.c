// The letters: each is a few strokes, straight lines and arcs, along the middle of what is drawn.
#include "scenes/letters.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#define STROKES_MAX 5
#define QUARTER 1.57079632679f
#define OVERLAP 0.03f // of a line and the arc that continues it, so that no seam shows

// A straight line from (ax, ay) to (bx, by), whose end is level there where `sweep` is below 0, or an arc about (ax,
// ay) of radius `bx`, from angle `by` on, in quarters of a turn, counter-clockwise for `sweep` quarters. The unit is
// the height of the letters' middle lines.
typedef struct Stroke {
    float ax, ay, bx, by, sweep;
} Stroke;

typedef struct Glyph {
    char letter;
    float width;
    int count;
    Stroke strokes[STROKES_MAX];
} Glyph;

static const Glyph glyphs[] = {
    {'A',
     0.84f,
     3,
     {{0.0f, 0.0f, 0.42f, 1.0f, 0.0f}, {0.42f, 1.0f, 0.84f, 0.0f, 0.0f}, {0.14f, 0.32f, 0.70f, 0.32f, 0}}},
    {'D',
     0.70f,
     4,
     {{0.0f, 0.0f, 0.0f, 1.0f, 0.0f},
      {0.0f, 0.0f, 0.20f, 0.0f, -1.0f},
      {0.0f, 1.0f, 0.20f, 1.0f, -1.0f},
      {0.20f, 0.5f, 0.5f, -1.0f, 2.0f}}},
    {'F', 0.46f, 3, {{0.0f, 0.0f, 0.0f, 1.0f, 0.0f}, {0.0f, 1.0f, 0.46f, 1.0f, 0.0f}, {0.0f, 0.5f, 0.38f, 0.5f, 0.0f}}},
    {'G',
     0.86f,
     3,
     {{0.5f, 0.5f, 0.5f, 0.5f, 3.5f}, {0.86f, 0.14f, 0.86f, 0.46f, 0.0f}, {0.55f, 0.46f, 0.86f, 0.46f, 0}}},
    {'I', 0.0f, 1, {{0.0f, 0.0f, 0.0f, 1.0f, 0.0f}}},
    {'L', 0.42f, 2, {{0.0f, 0.0f, 0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 0.42f, 0.0f, 0.0f}}},
    {'O', 1.00f, 1, {{0.5f, 0.5f, 0.5f, 0.0f, 4.0f}}},
    {'R',
     0.56f,
     5,
     {{0.0f, 0.0f, 0.0f, 1.0f, 0.0f},
      {0.0f, 1.0f, 0.28f, 1.0f, -1.0f},
      {0.0f, 0.48f, 0.28f, 0.48f, -1.0f},
      {0.28f, 0.74f, 0.26f, -1.0f, 2.0f},
      {0.26f, 0.48f, 0.56f, 0.0f, 0.0f}}},
    {'S', 0.52f, 2, {{0.26f, 0.75f, 0.25f, 0.4f, 2.6f}, {0.26f, 0.25f, 0.25f, -1.6f, 2.6f}}},
    {'T', 0.70f, 2, {{0.35f, 0.0f, 0.35f, 1.0f, 0.0f}, {0.0f, 1.0f, 0.70f, 1.0f, 0.0f}}},
    {'U',
     0.60f,
     3,
     {{0.0f, 1.0f, 0.0f, 0.3f, -1.0f}, {0.60f, 1.0f, 0.60f, 0.3f, -1.0f}, {0.3f, 0.3f, 0.3f, 2.0f, 2.0f}}},
};

static const Glyph *findGlyph(char letter)
{
    for (size_t i = 0; i < sizeof glyphs / sizeof glyphs[0]; i++) {
        if (glyphs[i].letter == letter) {
            return &glyphs[i];
        }
    }
    return NULL;
}

// The height of the letters' middle lines: half a stroke is above them, and half below.
static float getScale(const Lettering *line)
{
    return line->height - line->weight;
}

static float getGlyphWidth(const Lettering *line, const Glyph *glyph)
{
    return glyph != NULL ? glyph->width * getScale(line) + line->weight : 0.45f * line->height;
}

// How far a place is inside a line. Square ends reach half a stroke beyond it.
static float getInsideLine(const Stroke *stroke, float x, float y, float half)
{
    float alongX = stroke->bx - stroke->ax, alongY = stroke->by - stroke->ay, length = hypotf(alongX, alongY);
    float u = ((x - stroke->ax) * alongX + (y - stroke->ay) * alongY) / length;
    float v = ((y - stroke->ay) * alongX - (x - stroke->ax) * alongY) / length;
    float inside = half - fmaxf(fabsf(v), fabsf(u - 0.5f * length) - 0.5f * length);
    return stroke->sweep < 0.0f ? fminf(inside, length + OVERLAP - u) : inside;
}

static float getInsideArc(const Stroke *stroke, float x, float y, float half)
{
    float dx = x - stroke->ax, dy = y - stroke->ay, from = hypotf(dx, dy), middle = stroke->by + 0.5f * stroke->sweep;
    float turn = atan2f(dy, dx) / QUARTER - middle;
    turn = fabsf(turn - 4.0f * roundf(0.25f * turn)); // from the arc's middle
    float beyond = (turn - 0.5f * stroke->sweep) * QUARTER * stroke->bx;
    return fminf(half - fabsf(from - stroke->bx), -beyond);
}

static float getInsideGlyph(const Glyph *glyph, float x, float y, float half)
{
    float inside = -1e9f;
    for (int i = 0; i < glyph->count; i++) {
        const Stroke *stroke = &glyph->strokes[i];
        bool straight = stroke->sweep <= 0.0f;
        inside = fmaxf(inside, (straight ? getInsideLine : getInsideArc)(stroke, x, y, half));
    }
    return fminf(inside, fminf(y + half, 1.0f + half - y)); // slanted strokes end level
}

float Letters_GetWidth(const Lettering *line)
{
    float width = -line->spacing;
    for (const char *letter = line->text; *letter != '\0'; letter++) {
        width += getGlyphWidth(line, findGlyph(*letter)) + line->spacing;
    }
    return width;
}

float Letters_GetInside(const Lettering *line, gfVec2 place)
{
    float scale = getScale(line), half = 0.5f * line->weight / scale, left = line->corner.x, inside = -1e9f;
    float y = (place.y - line->corner.y) / scale - half;
    for (const char *letter = line->text; *letter != '\0'; letter++) {
        const Glyph *glyph = findGlyph(*letter);
        if (glyph != NULL) {
            inside = fmaxf(inside, scale * getInsideGlyph(glyph, (place.x - left) / scale - half, y, half));
        }
        left += getGlyphWidth(line, glyph) + line->spacing;
    }
    return inside;
}
