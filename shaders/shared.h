// Constants that C and GLSL share: numbers only, so that both compilers take this file.
#ifndef GF_SHARED_H
#define GF_SHARED_H

// Most shapes of one pass, and most corners of their polygons together (common/shapes.glsl).
#define GF_SHAPES_PER_BATCH 8
#define GF_POINTS_PER_BATCH 64

// The ledger (grid/ledger.frag): columns; the column of corrections (vertex stage); samples along sides; sums a side.
#define GF_LEDGER_COLUMNS 4
#define GF_LEDGER_GIVES 3
#define GF_LEDGER_SIDES 64
#define GF_LEDGER_SUMS 16
// The area of a texel in a mask of fluid (solid/fluid_mask.frag), whose bytes have it exactly.
#define GF_AREA_UNIT (127.0f / 255.0f)

// The table of solids (solid/table.glsl): columns of a texture, and rows of a solid.
#define GF_SOLID_COLUMNS 256
#define GF_SOLID_ROWS 14

// A solid that holds a viscous fluid closes faces with centres this near (cells): a wall of one cell closes one.
#define GF_HELD_CELLS 0.01

// gfShapeKind.
#define GF_KIND_CIRCLE 0
#define GF_KIND_CAPSULE 1
#define GF_KIND_RECTANGLE 2
#define GF_KIND_POLYGON 3

// gfSourceFields.
#define GF_ACTS_ON_VELOCITY 1
#define GF_ACTS_ON_DYE 2
#define GF_ACTS_ON_SCALAR 4
#define GF_ACTS_ON_DIVERGENCE 8
#define GF_ACTS_ON_MASS 16
#define GF_ACTS_AS_ZONE 64
#define GF_ACTS_AS_VALVE 128

// The roles of a source's texture: none, or gfTextureRole + 1.
#define GF_ROLE_NONE 0
#define GF_ROLE_DYE 1
#define GF_ROLE_VELOCITY 2
#define GF_ROLE_MASK 3
// The role of a mask in host memory, which has its values in red.
#define GF_ROLE_RED 4

// Most sample points along the path of a moved source.
#define GF_WAY_POINTS 64

// Period of noise, in cells of its lattice.
#define GF_NOISE_PERIOD 4096

// The foam of dry cells, where water is drawn from above.
#define GF_DRY_FOAM (-0.1f)

// gfGroundMode.
#define GF_GROUNDS_ADD 1
#define GF_GROUNDS_RAISE 2
#define GF_GROUNDS_DIG 3

// gfAlphaMode; gfInk and gfToneMap but for their first values.
#define GF_ALPHAS_OPAQUE 0
#define GF_ALPHAS_STRAIGHT 1
#define GF_ALPHAS_PREMULTIPLIED 2
#define GF_INKS_LIGHT 1
#define GF_INKS_ABSORB 2
#define GF_TONES_FILMIC 1
// The levels to which dither is scaled: those of written values, or of values that the target encodes to sRGB.
#define GF_DITHERS_WRITTEN 1
#define GF_DITHERS_ENCODED 2

// gfParticleColor.
#define GF_COLORS_SPEED 0
#define GF_COLORS_VELOCITY 1
#define GF_COLORS_MATERIAL 2
#define GF_COLORS_OWN 3

// Kinds of particles, of materials and groups: each is drawn in its own way.
#define GF_KIND_OF_LIQUID 0
#define GF_KIND_OF_POWDER 1
#define GF_KIND_OF_GAS 2
#define GF_KIND_OF_WALL 3
#define GF_KIND_OF_JELLY 4
#define GF_KIND_OF_STONE 5
// Vectors of four words with two bits for each group (GF_VIEW_GROUP_WORDS).
#define GF_GROUP_WORDS 5

// z of the eye's space where there is no water; it fits half floats.
#define GF_NO_SURFACE -60000.0

// Two layers, blended over the host's picture in this order, of ink that transmits coloured light.
#define GF_LAYER_MULTIPLIED 1
#define GF_LAYER_ADDED 2

// Speeds of an inflow along a side (GF_INFLOW_VALUES), and stops of a palette (GF_PALETTE_MAX).
#define GF_INFLOW_PLACES 16
#define GF_PALETTE_STOPS 8

// Most materials of one particle fluid (GF_MATERIAL_MAX, GF_VIEW_MATERIALS).
#define GF_MATERIALS 8

// Bits of a particle's mark for its index in the list of members; and the index that means none.
#define GF_MEMBER_BITS 22
#define GF_NO_MEMBER 0x3fffffu

// The mark of a particle that leaves the fluid, in place of a cell's; and the cell of a texel without a particle.
#define GF_MOVE_GONE 255
#define GF_NO_CELL 0xffffffffu
// The most cells along an axis that carried particles may move in a step (gfSph.reach).
#define GF_REACH_MAX 3
// Water's particles within 1.5 times their reach and this many cells of a solid can meet it in a step: the diagonal,
// and the distance being that of a cell's centre (water/move.frag).
#define GF_WATER_SOLID_MARGIN 2.0

// Height in a collision map where there is no surface, m.
#define GF_NO_GROUND -1e9

// gfParticleProperty.
#define GF_SAMPLES_DENSITY 0
#define GF_SAMPLES_PRESSURE 1
#define GF_SAMPLES_VELOCITY_X 2
#define GF_SAMPLES_VELOCITY_Y 3
#define GF_SAMPLES_SPEED 4
#define GF_SAMPLES_RED 5
#define GF_SAMPLES_GREEN 6
#define GF_SAMPLES_BLUE 7
#define GF_SAMPLES_MATERIAL 8

// Queries: texels in a row; texels of a region's question; parts of a region's sum; of a solid's; solids of a pass.
#define GF_REQUEST_WIDTH 256
#define GF_REGION_TEXELS 11
#define GF_PARTS_X 8
#define GF_PARTS_Y 8
#define GF_LOAD_PARTS_X 4
#define GF_LOAD_PARTS_Y 32
#define GF_LOADS_PER_PASS 64
// Vectors of four with a number for each group of particles (GF_PARTICLE_GROUPS_MAX); parts of a group's sum.
#define GF_GROUP_VECTORS 64
#define GF_TOUCH_PARTS 128

// Temperature of a solid that holds none, K.
#define GF_NO_TEMPERATURE 1e9

// Added to a factor of water/strain.frag, which is less, where no stress acts on a face.
#define GF_NO_STRESS 64.0

#endif
