// Velocities on the left and the bottom face of a texel's cell, as gathered from particles (water/gather.frag).
const float LEAST_WEIGHT = 1e-3; // a face with less has no particles around
uniform sampler2D u_gathered;
uniform sampler2D u_wallVelocity; // of solids and inflows, m/s
uniform float u_cellSize;         // m
uniform vec2 u_push;              // change of velocity by gravity in this step, cells/s

// Returns the gathered velocity after gravity; 0 where there are no particles.
vec2 pushedAt(ivec2 texel)
{
    vec4 gathered = texelFetch(u_gathered, texel, 0);
    return step(LEAST_WEIGHT, gathered.zw) * (gathered.xy + u_push);
}

// Returns how much flows through both faces, of liquid and of solids.
vec2 flowThrough(ivec2 texel)
{
    vec2 open = texelFetch(u_liquid, texel, 0).xy;
    return mix(texelFetch(u_wallVelocity, texel, 0).xy / u_cellSize, pushedAt(texel), open);
}
