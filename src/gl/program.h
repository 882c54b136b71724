// Programs: a vertex stage and a fragment shader from shaders/ with defines, made once per device for GLSL 330 or GLSL
// ES 300. Shaders are shared: one that several programs use is compiled once.
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
    X(weights)                     \
    X(pressure)                    \
    X(rhs)                         \
    X(fluidMask)                   \
    X(wallVelocity)                \
    X(solidTable)                  \
    X(previousMask)                \
    X(expansion)                   \
    X(mean)                        \
    X(source)                      \
    X(earlier)                     \
    X(departures)                  \
    X(norms)                       \
    X(black)                       \
    X(change)                      \
    X(redRhs)                      \
    X(reflectPressure)             \
    X(pressureB)                   \
    X(rhsB)                        \
    X(correctionB)                 \
    X(componentWeights)            \
    X(components)                  \
    X(coarseComponents)            \
    X(tiles)                       \
    X(correction)                  \
    X(copied0)                     \
    X(copied1)                     \
    X(copied2)                     \
    X(copied3)                     \
    X(bounds0)                     \
    X(bounds1)                     \
    X(bounds2)                     \
    X(massBefore)                  \
    X(asked)                       \
    X(velocityX)                   \
    X(velocityY)                   \
    X(mass)                        \
    X(moveX)                       \
    X(moveY)                       \
    X(images)                      \
    X(impulseX)                    \
    X(impulseY)                    \
    X(givenX)                      \
    X(givenY)                      \
    X(bounds)                      \
    X(neighbourhood)               \
    X(massBudget)                  \
    X(bulkPressure)                \
    X(dyeRed)                      \
    X(dyeGreen)                    \
    X(dyeBlue)                     \
    X(dyeAmount)                   \
    X(scene)                       \
    X(through)                     \
    X(bloomed)                     \
    X(lit)                         \
    X(backdrop)                    \
    X(heights)                     \
    X(corners)                     \
    X(after)                       \
    X(divergence)                  \
    X(sums)                        \
    X(wider)                       \
    X(ring)                        \
    X(tracers)                     \
    X(tracerVelocity)              \
    X(hostTexture)                 \
    X(place)                       \
    X(particleVelocity)            \
    X(tags)                        \
    X(count)                       \
    X(starts)                      \
    X(newStarts)                   \
    X(moves)                       \
    X(record)                      \
    X(law)                         \
    X(density)                     \
    X(packed)                      \
    X(masks0)                      \
    X(masks1)                      \
    X(masks2)                      \
    X(arrivals0)                   \
    X(arrivals1)                   \
    X(arrivals2)                   \
    X(sourceTags)                  \
    X(sourceVelocity)              \
    X(keys)                        \
    X(counts)                      \
    X(countsBefore)                \
    X(groupSums1)                  \
    X(groupSums2)                  \
    X(groupSums3)                  \
    X(groupSums4)                  \
    X(groupSums5)                  \
    X(slots)                       \
    X(particleCount)               \
    X(surface)                     \
    X(thickness)                   \
    X(hostDepth)                   \
    X(hostNormals)                 \
    X(collisionMap)                \
    X(waterField)                  \
    X(groundField)                 \
    X(ground)                      \
    X(shape)                       \
    X(motion)                      \
    X(relief)                      \
    X(caustics)                    \
    X(waves)                       \
    X(patterns)                    \
    X(groundTexture)               \
    X(distances)                   \
    X(members)                     \
    X(reflection)                  \
    X(flow)                        \
    X(before)                      \
    X(fluxes)                      \
    X(clock)                       \
    X(ripple)                      \
    X(foaming)                     \
    X(rows)                        \
    X(written)                     \
    X(questions)                   \
    X(level)                       \
    X(partSums)                    \
    X(partWeights)                 \
    X(loads)                       \
    X(weightsX)                    \
    X(weightsY)                    \
    X(weightsHeat)                 \
    X(ledger)                      \
    X(sidesDye)                    \
    X(sidesHeat)                   \
    X(list)                        \
    X(products0)                   \
    X(products1)
#define GF_VALUE_UNIFORM_LIST(X) \
    X(cells)                     \
    X(newCells)                  \
    X(cellSize)                  \
    X(stepCells)                 \
    X(dissipation)               \
    X(ambient)                   \
    X(liftFrom)                  \
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
    X(ways)                      \
    X(zones)                     \
    X(containerTurn)             \
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
    X(sides)                     \
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
    X(tileGroup)                 \
    X(tileTexels)                \
    X(tileVertices)              \
    X(tolerance)                 \
    X(bounded)                   \
    X(reach)                     \
    X(restDensity)               \
    X(bulkViscosity)             \
    X(tension)                   \
    X(stiffness)                 \
    X(viscosity)                 \
    X(diffusivity)               \
    X(splash)                    \
    X(softPressure)              \
    X(sideContact)               \
    X(adhesion)                  \
    X(push)                      \
    X(soft)                      \
    X(sharedSpeed)               \
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
    X(liquid)                    \
    X(lens)                      \
    X(dispersion)                \
    X(deep)                      \
    X(ageing)                    \
    X(point)                     \
    X(thin)                      \
    X(foam)                      \
    X(invert)                    \
    X(leftValue)                 \
    X(rightValue)                \
    X(factor)                    \
    X(channels)                  \
    X(grid)                      \
    X(shifts)                    \
    X(norm)                      \
    X(time)                      \
    X(materials)                 \
    X(extent)                    \
    X(closedEnds)                \
    X(nextExtent)                \
    X(wallMotion)                \
    X(carry)                     \
    X(solidCount)                \
    X(mapScale)                  \
    X(run)                       \
    X(shift)                     \
    X(side)                      \
    X(bit)                       \
    X(gridSize)                  \
    X(slotShape)                 \
    X(pages)                     \
    X(toEye)                     \
    X(toWorld)                   \
    X(toLocal)                   \
    X(boxSize)                   \
    X(toClip)                    \
    X(upright)                   \
    X(projection)                \
    X(sphere)                    \
    X(colorBy)                   \
    X(depthBy)                   \
    X(up)                        \
    X(sky)                       \
    X(water)                     \
    X(foamAt)                    \
    X(smoothing)                 \
    X(pattern)                   \
    X(property)                  \
    X(materialCount)             \
    X(lattice)                   \
    X(boxes)                     \
    X(phases)                    \
    X(chunk)                     \
    X(capacity)                  \
    X(pulls)                     \
    X(colors)                    \
    X(heightBy)                  \
    X(mesh)                      \
    X(base)                      \
    X(micro)                     \
    X(drift)                     \
    X(wavesAt)                   \
    X(texels)                    \
    X(texelsPerMetre)            \
    X(soil)                      \
    X(patternsBy)                \
    X(heat)                      \
    X(eyeAt)                     \
    X(gravity)                   \
    X(dry)                       \
    X(levels)                    \
    X(friction)                  \
    X(wind)                      \
    X(inflowDepth)               \
    X(rain)                      \
    X(heightAt)                  \
    X(middle)                    \
    X(groundMode)                \
    X(ripples)                   \
    X(drops)                     \
    X(firstRow)                  \
    X(firstTexel)                \
    X(fieldSize)                 \
    X(places)                    \
    X(kept)                      \
    X(atlas)                     \
    X(partCount)                 \
    X(parts)                     \
    X(elapsed)                   \
    X(listed)                    \
    X(poured)                    \
    X(pull)                      \
    X(again)                     \
    X(mostAgain)                 \
    X(box)                       \
    X(solidBox)                  \
    X(moving)                    \
    X(scrolled)                  \
    X(continues)                 \
    X(turning)                   \
    X(turningStep)               \
    X(fade)                      \
    X(column)                    \
    X(ahead)                     \
    X(aheadBy)                   \
    X(aheadSize)                 \
    X(aheadFrom)                 \
    X(flips)                     \
    X(noise)                     \
    X(placed)                    \
    X(turn)                      \
    X(speeds)                    \
    X(colored)                   \
    X(coupled)                   \
    X(amount)

typedef enum gfUniformName {
    GF_U_none,
#define GF_X(name) GF_U_##name,
    GF_SAMPLER_UNIFORM_LIST(GF_X) GF_U_firstValue,
    GF_U_lastSampler = GF_U_firstValue - 1,
    GF_VALUE_UNIFORM_LIST(GF_X)
#undef GF_X
        GF_U_COUNT
} gfUniformName;

// What is drawn: vertex shaders by name (the table is in program.c).
typedef enum gfVertexStage {
    GF_VERTEX_COVER,       // one triangle over all that is written
    GF_VERTEX_TILES,       // the tiles that gfPass.tiles asks for by a value above 0.5
    GF_VERTEX_TILES_1,     // those that it asks for by the value 1
    GF_VERTEX_TILES_2,     // by 2
    GF_VERTEX_TILES_3,     // and by 3
    GF_VERTEX_LISTED,      // those of gfPass.list
    GF_VERTEX_LEDGER,      // a triangle, with what advection is to give back (grid/ledger.frag)
    GF_VERTEX_GATED,       // a triangle, but nothing once the residual is within the tolerance
    GF_VERTEX_GATED_TILES, // likewise, of tiles
    GF_VERTEX_ATLAS,       // the parts of an atlas: it takes the place of those above where one is drawn to
    GF_VERTEX_ATLAS_LEDGER,
    GF_VERTEX_GATED_ATLAS, // likewise, but nothing of a fluid whose residual is within the tolerance
    GF_VERTEX_ATLAS_TILES, // tiles of an atlas, as GF_VERTEX_TILES
    GF_VERTEX_GATED_ATLAS_TILES,
    GF_VERTEX_QUAD,              // the domain as the host's view places it
    GF_VERTEX_TRACERS,           // a point for each tracer
    GF_VERTEX_PARTICLE_SLOTS,    // a square for each particle, over the slots of its voxel, in 2D
    GF_VERTEX_PARTICLE_SLOTS_3D, // likewise, in 3D
    GF_VERTEX_MESH,              // gfPass.mesh, as the camera of a collision map sees it
    GF_VERTEX_DISCS,             // two triangles around each particle's disc
    GF_VERTEX_SPRITES,           // two triangles around each particle's sphere
    GF_VERTEX_WATER,             // a mesh of a surface of water, two triangles a quad
    GF_VERTEX_GROUND,            // likewise, of the ground
    GF_VERTEX_CAUSTICS,          // a mesh of where light falls that comes through water
    GF_VERTEX_COUNT
} gfVertexStage;

// glGetProgramiv's name of KHR_parallel_shader_compile.
#define GF_COMPLETION_STATUS 0x91B1

// A uniform of at most 16 bytes as it was last sent.
typedef struct gfKeptUniform {
    uint8_t size; // bytes; 0: none was sent
    unsigned char bytes[16];
} gfKeptUniform;

#define GF_UNIFORMS_KEPT 32

typedef struct gfProgram {
    GLuint id;
    bool ready;                   // else the first pass with it makes it
    GLint locations[GF_U_COUNT];  // -1: the program has no such uniform
    GLint units[GF_U_firstValue]; // of samplers; -1: none
    uint8_t places[GF_U_COUNT];   // 1 + index into `kept`; 0: sent each time
    gfKeptUniform *kept;          // GF_UNIFORMS_KEPT of them
    int vertexCount;              // of its vertex stage: a covering triangle, or the quad of a drawing
} gfProgram;

// Most characters of a program's defines.
#define GF_DEFINES_MAX 160

// The program of a vertex stage and the fragment shader `file` (relative to shaders/) with `defines`,
// semicolon-separated, such as "DYE;TAPS 4"; made on first use and kept until the device goes. Null and reported:
// SHADER, SHADER_FILE, OUT_OF_MEMORY. What failed is not tried again before gfPrograms_Retry.
const gfProgram *gfProgram_Get(gfDevice *device, gfVertexStage vertex, const char *file, const char *defines);
// Makes one that has only a name yet, within a pass. False and reported: as above.
bool gfProgram_Make(gfDevice *device, const gfProgram *program);
// The same with defines made by a format. Defines that are too long are an error, too.
const gfProgram *gfProgram_GetFormatted(gfDevice *device, gfVertexStage vertex, const char *file, const char *format,
                                        ...) GF_PRINTF(4, 5);

// A program of a table: where its pointer lies, what it is made of, and when it is needed.
typedef struct gfProgramRow {
    size_t offset; // of the `const gfProgram *` in the structure that is filled
    gfVertexStage vertex;
    const char *file;
    const char *defines; // always there
    uint32_t options;    // conditions whose own defines are added where they hold
    uint32_t when;       // conditions that must all hold, else the program is null
    uint32_t unless;     // conditions of which none may hold
} gfProgramRow;

// A table of programs. Conditions are bits; `optionDefines` has the define of each, by its number, or null.
typedef struct gfProgramTable {
    const gfProgramRow *rows;
    int count;
    const char *const *optionDefines;
} gfProgramTable;

// Makes the programs of a table, and fills the pointers of all rows in `programs`. False and reported if one can't be
// made; `programs` is then half filled, and not to be used.
bool gfPrograms_Load(gfDevice *device, const gfProgramTable *table, uint32_t conditions, void *programs);
// The same, but of each file one program is made now, so that a file which does not compile is found at once. The
// others get a name, and are made by the first pass that draws with them or, one in each step, by gfPrograms_WarmUp: a
// fluid needs a third of them for its first picture. For passes of steps, which fail as a whole where one of them does.
bool gfPrograms_Name(gfDevice *device, const gfProgramTable *table, uint32_t conditions, void *programs);

// What failed may be tried again: there may be memory now, or another shader folder.
void gfPrograms_Retry(gfDevice *device);

// How many programs are in the cache, or, `pending`, have a name and are not made.
int gfPrograms_Count(const gfDevice *device, bool pending);
// Makes one of those, or tells the GL to begin one, or takes one that it has finished. False: there is none, or the GL
// has not finished the next.
bool gfPrograms_MakeNext(gfDevice *device);
// Makes one of them in a step, if some are left.
void gfPrograms_WarmUp(gfDevice *device);

bool gfProgramCache_Create(gfDevice *device);
void gfProgramCache_Destroy(gfDevice *device);

#endif
