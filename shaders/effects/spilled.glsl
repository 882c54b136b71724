// Adds the light of effects to a drawing.
//   BLOOM   blurred light of bright places
//   SHAFTS  shafts of a lamp's light
#ifdef BLOOM
uniform sampler2D u_bloomed;
uniform vec4 u_bloom; // intensity
#endif
#ifdef SHAFTS
uniform sampler2D u_lit;
uniform vec4 u_light; // light on the background, strength
#endif

// Returns the layer with this light. `at`: 0 to 1 over the viewport.
Layer withSpilled(Layer layer, vec2 at)
{
#ifdef BLOOM
    layer.light += u_bloom.x * textureLod(u_bloomed, at, 0.0).rgb;
#endif
#ifdef SHAFTS
    vec2 lit = textureLod(u_lit, at, 0.0).xy;
    layer.light *= mix(1.0, lit.x, u_light.w);
    layer.light += u_light.rgb * lit.x * lit.y * (1.0 - layer.cover);
#endif
    return layer;
}
