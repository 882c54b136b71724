// Covers the target, without vertex data, by one triangle; or covers parts of it:
//   TILED   tiles above 0.5 in u_tiles; u_tileGroup x u_tileGroup tiles are drawn as one, by their largest value
//   CLASS   with TILED: only tiles whose value is CLASS
//   LISTED  the tiles of a list, u_list, one texel each: place, and two values for fragments (v_listed). u_listed: the
//           list's first texel; 0, or without a list (all tiles are drawn) tiles in a row; columns and rows
//   ATLAS   each rectangle of an atlas (common/atlas.glsl), or u_partCount parts of some. A part is two vectors of
//           u_parts: its first texel and the one beyond its last, in its rectangle; the fluid's number, and v_numbers.
//           u_region: the part of all rectangles that is drawn, first texel and the one beyond the last, where tiles
//           begin
//   GATED   nothing if u_norms (multigrid/norms.frag) is within u_tolerance, so that the GPU itself ends a solve
//   LEDGER  also passes the corrections of grid/ledger.frag to fragments
//   START   also passes on the sampled mean of u_pressure, a packed field of u_cells (multigrid/first.frag)
#include "shared.h"

// Uniforms stand under conditions: both stages of a program share names, and fragments may use one otherwise.
#ifdef GATED
uniform sampler2D u_norms;
uniform float u_tolerance;
#endif
#ifdef TILED
uniform sampler2D u_tiles;
uniform int u_tileGroup;
#endif
#ifdef LISTED
uniform sampler2D u_list;
uniform ivec4 u_listed;
flat out ivec2 v_listed;
#endif
#ifdef LEDGER
uniform highp sampler2D u_ledger;
uniform int u_ledgerRow; // of the scalar of one channel
flat out vec4 v_giveDye;
flat out float v_giveScalar;
#endif
#ifdef START
uniform highp sampler2D u_pressure;
uniform ivec2 u_cells;
flat out float v_mean;
#endif
#if defined(TILED) || defined(LISTED) || defined(ATLAS)
#include "common/tile_vertex.glsl"
#endif

#ifdef ATLAS
uniform vec4 u_atlas;
uniform ivec4 u_region;
uniform int u_partCount;
uniform ivec4 u_parts[2 * GF_SHAPES_PER_BATCH];
flat out vec4 v_member;
flat out int v_number;
flat out ivec2 v_numbers;
#endif

// All corners of a tile that is not to be drawn are put here, outside the target.
const vec4 NOWHERE = vec4(2.0, 2.0, 0.0, 1.0);

#ifdef ATLAS
vec4 place()
{
    int part = gl_VertexID / 6;
    int corner = tileCorner(gl_VertexID % 6);
    int columns = int(u_atlas.x);
    v_numbers = ivec2(0);
#ifdef TILED
    ivec2 size = textureSize(u_tiles, 0);
    ivec2 tile = ivec2(part % size.x, part / size.x);
    ivec2 own = ivec2(floor((vec2(tile) + 0.5) * u_atlas.xy / vec2(size)));
    ivec2 first = tile - own * ivec2(vec2(size) / u_atlas.xy + 0.5);
    ivec2 low = first * int(u_tileTexels);
    ivec4 box = u_region.xyxy + ivec4(low, low + int(u_tileTexels));
    box.zw = min(box.zw, u_region.zw);
    float value = texelFetch(u_tiles, tile, 0).x;
    v_number = own.x + own.y * columns;
    bool wanted = value > 0.5;
#else
    bool some = u_partCount > 0;
    ivec4 box = some ? u_parts[2 * part] : u_region;
    v_number = some ? u_parts[2 * part + 1].x : part;
    v_numbers = some ? u_parts[2 * part + 1].yz : ivec2(0);
    bool wanted = true;
#endif
    vec2 at = vec2(v_number % columns, v_number / columns);
    v_member = vec4(at * u_atlas.zw, at / u_atlas.xy);
    if (!wanted) {
        return NOWHERE;
    }
    vec2 texel = v_member.xy + vec2((corner & 1) != 0 ? box.z : box.x, corner > 1 ? box.w : box.y);
    return vec4(2.0 * texel / (u_atlas.xy * u_atlas.zw) - 1.0, 0.0, 1.0);
}
#elif defined(LISTED)
vec4 place()
{
    int number = tileNumber();
    vec4 tile = vec4(0.0);
    if (u_listed.y > 0) {
        tile.xy = vec2(number % u_listed.y, number / u_listed.y);
    } else {
        int width = textureSize(u_list, 0).x;
        number += u_listed.x;
        tile = texelFetch(u_list, ivec2(number % width, number / width), 0);
    }
    v_listed = ivec2(tile.zw);
    return vec4(2.0 * (tile.xy + placeInTile()) / vec2(u_listed.zw) - 1.0, 0.0, 1.0);
}
#else
vec4 place()
{
#ifdef TILED
    ivec2 tiles = textureSize(u_tiles, 0);
    ivec2 size = (tiles + u_tileGroup - 1) / u_tileGroup;
    ivec2 tile = ivec2(tileNumber() % size.x, tileNumber() / size.x);
    vec4 at = vec4(2.0 * (vec2(tile) + placeInTile()) / vec2(size) - 1.0, 0.0, 1.0);
    float value = 0.0;
    for (int k = 0; k < u_tileGroup * u_tileGroup; k++) {
        ivec2 part = u_tileGroup * tile + ivec2(k % u_tileGroup, k / u_tileGroup);
        value = max(value, texelFetch(u_tiles, min(part, tiles - 1), 0).x);
    }
#ifdef CLASS
    value = 1.0 - abs(value - float(CLASS));
#endif
    return value > 0.5 ? at : NOWHERE;
#else
    vec2 corner = vec2(float((gl_VertexID & 1) << 2), float((gl_VertexID & 2) << 1));
    return vec4(corner - 1.0, 0.0, 1.0);
#endif
}
#endif

void main()
{
    gl_Position = place();
#if defined(TILED) || defined(LISTED)
    gl_PointSize = u_tileTexels;
#endif
#ifdef ATLAS
    ivec2 all = ivec2(u_atlas.xy), own = ivec2(v_number % all.x, v_number / all.x);
#else
    ivec2 all = ivec2(1), own = ivec2(0);
#endif
#ifdef LEDGER
    ivec2 giving = own * (textureSize(u_ledger, 0) / all) + ivec2(GF_LEDGER_GIVES, 0);
    v_giveDye = texelFetch(u_ledger, giving, 0);
    v_giveScalar = texelFetch(u_ledger, giving + ivec2(0, u_ledgerRow), 0).x;
#endif
#ifdef START
    // The sample is 8 x 8 blocks spread over the field. A value that is not a number counts as 0.
    ivec2 size = (u_cells + 1) / 2;
    v_mean = 0.0;
    for (int i = 0; i < 64; i++) {
        vec4 four = texelFetch(u_pressure, own * size + (2 * ivec2(i & 7, i >> 3) + 1) * size / 16, 0);
        float sum = dot(four, vec4(1.0));
        v_mean += abs(sum) <= 4e9 ? sum / 256.0 : 0.0;
    }
#endif
#ifdef GATED
    vec2 norms = texelFetch(u_norms, own, 0).xy;
    if (norms.y <= u_tolerance * u_tolerance * norms.x) {
        gl_Position = NOWHERE;
    }
#endif
}
