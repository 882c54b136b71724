// Surface tension: the pressure at the surface, which is 0 without it. Read with water/cells.glsl.
//   TENSION  there is any
#ifdef TENSION
uniform sampler2D u_curvature; // water/curvature.frag
uniform float u_tension;       // surface tension over density times the step, cells^3/s
#endif

// Returns the pressure at the surface between a liquid cell and one of air, a fraction `way` of the way between them,
// in the pressure's unit.
float surfacePressure(ivec2 liquid, ivec2 air, float way)
{
#ifdef TENSION
    return u_tension * mix(texelFetch(u_curvature, liquid, 0).x, texelFetch(u_curvature, air, 0).x, way);
#else
    return 0.0;
#endif
}
