// Programs: a fragment shader from shaders/ with defines, compiled once per device for GLSL 330 or GLSL ES 300.
#ifndef GF_PROGRAM_H
#define GF_PROGRAM_H

#include "gl/device.h"

// Every uniform of every shader, by the name after "u_". Locations are resolved once, at weight. The first group are
// samplers: each gets a texture unit of its own in the order of this list.
#define GF_SAMPLER_UNIFORM_LIST(X) \
    X(velocity)                    \
    X(dye)                         \
    X(temperature)                 \
    X(distance)                    \
    X(faces)                       \
    X(weights)                       \
    X(pressure)                    \
    X(rhs)                         \
    X(fluidMask)                   \
    X(wallVelocity)                \
    X(solidTable)                  \
    X(previousMask)                \
    X(expansion)                   \
    X(mean)                        \
    X(source)                      \
    X(norms)                       \
    X(pressureB)                   \
    X(rhsB)                        \
    X(correctionB)                 \
    X(componentWeights)                   \
    X(components)                       \
    X(coarseComponents)                 \
    X(tiles)                       \
    X(correction)                  \
    X(second)                      \
    X(velocityX)                   \
    X(velocityY)                   \
    X(mass)                        \
    X(blocked)                     \
    X(bounds)                      \
    X(neighbourhood)                     \
    X(massBudget)                      \
    X(dyeRed)                      \
    X(dyeGreen)                    \
    X(dyeBlue)                     \
    X(dyeAmount)                   \
    X(third)                       \
    X(fourth)                      \
    X(scene)                       \
    X(through)                     \
    X(bloomed)                     \
    X(lit)                         \
    X(backdrop)                    \
    X(heights)                      \
    X(hostTexture)
#define GF_VALUE_UNIFORM_LIST(X) \
    X(cells)                     \
    X(newCells)                  \
    X(cellSize)                  \
    X(stepCells)                 \
    X(dissipation)               \
    X(ambient)                   \
    X(buoyancy)                  \
    X(scale)                     \
    X(cellsPerTexel)             \
    X(dyePerCell)                \
    X(gradientScale)             \
    X(unit)                      \
    X(offset)                    \
    X(limits)                    \
    X(taps)                      \
    X(outside)                   \
    X(warmStart)                 \
    X(relaxation)                \
    X(largest)                   \
    X(texelSize)                 \
    X(shapeCount)                \
    X(shapes)                    \
    X(points)                    \
    X(amounts)                   \
    X(view)                      \
    X(domainSize)                \
    X(palette)                   \
    X(paletteCount)              \
    X(background)                \
    X(solidColor)                \
    X(range)                     \
    X(look)                      \
    X(wrap)                      \
    X(openSides)                 \
    X(closedSides)               \
    X(holdingSides)              \
    X(parabolic)                 \
    X(inflow)                    \
    X(entrySides)                \
    X(entryDye)                  \
    X(entryTemperature)          \
    X(acceleration)              \
    X(strength)                  \
    X(wallSpeed)                 \
    X(alpha)                     \
    X(tileTexels)                \
    X(tileVertices)              \
    X(tolerance)                 \
    X(bounded)                   \
    X(reach)                     \
    X(restDensity)               \
    X(tension)                   \
    X(stiffness)                 \
    X(viscosity)                 \
    X(splash)                    \
    X(softPressure)              \
    X(tone)                      \
    X(outlineColor)              \
    X(outlineWidth)              \
    X(ink)                       \
    X(shadow)                    \
    X(shade)                     \
    X(bloom)                     \
    X(light)                     \
    X(refraction)                \
    X(absorption)                \
    X(viewport)                  \
    X(spacing)                   \
    X(seed)                      \
    X(lifetime)                  \
    X(liquid)                    \
    X(deep)                      \
    X(thin)                      \
    X(foam)                      \
    X(value)

typedef enum gfUniformName {
    GF_U_none,
#define GF_X(name) GF_U_##name,
    GF_SAMPLER_UNIFORM_LIST(GF_X) GF_U_firstValue,
    GF_U_lastSampler = GF_U_firstValue - 1,
    GF_VALUE_UNIFORM_LIST(GF_X)
#undef GF_X
        GF_U_COUNT
} gfUniformName;

typedef struct gfProgram {
    GLuint id;
    GLint locations[GF_U_COUNT];  // -1: the program has no such uniform
    GLint units[GF_U_firstValue]; // of samplers; -1: none
    int vertexCount;              // of its vertex shader: a covering triangle, or the quad of a drawing
} gfProgram;

// The program of the fragment shader `file` (relative to shaders/) with `defines`, semicolon-separated, such as
// "DYE;TAPS 4"; compiled on first use and kept until the device goes. Null: SHADER, SHADER_FILE, OUT_OF_MEMORY.
const gfProgram *gfProgram_Get(gfDevice *device, const char *file, const char *defines);

bool gfProgramCache_Create(gfDevice *device);
void gfProgramCache_Destroy(gfDevice *device);

#endif
