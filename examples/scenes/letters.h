/// Capital letters made of strokes, so that a scene can write without a font. Not part of the library.
#ifndef SCENES_LETTERS_H
#define SCENES_LETTERS_H

#include <gpufluid/base.h>

/// A line of text: letters that there are no strokes for are left blank.
typedef struct Lettering {
    const char *text;
    gfVec2 corner; ///< the lower left one, m
    float height;  ///< of the letters, m
    float weight;  ///< of a stroke, m, at most a third of the height
    float spacing; ///< from letter to letter, m
} Lettering;

/// Width of the line, m.
float Letters_GetWidth(const Lettering *line);

/// How far a place is inside the letters, m; below 0 outside.
float Letters_GetInside(const Lettering *line, gfVec2 place);

#endif
