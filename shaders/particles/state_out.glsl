// The state of particles as passes write it: place (2D: and velocity), tags (id; particles/colors.glsl), 3D: velocity.
//   STRESS  particles have four more numbers (gfSph.stress)
//   MARKED  particles have marks (particles/marks.glsl)
layout(location = 0) out vec4 o_place;
layout(location = 1) out uvec2 o_tags;
#if DIMENSIONS == 3
layout(location = 2) out vec4 o_velocity;
#endif
#ifdef STRESS
layout(location = 2) out vec4 o_stress;
#endif
#if defined(MARKED) && (defined(STRESS) || DIMENSIONS == 3)
layout(location = 3) out uvec2 o_marks;
#elif defined(MARKED)
layout(location = 2) out uvec2 o_marks;
#endif
