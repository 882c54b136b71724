// Copies poses of groups (groups.glsl) to whole numbers that hold their bits, for the host.
uniform sampler2D u_poses;
layout(location = 0) out uvec4 o_report;

void main()
{
    o_report = floatBitsToUint(texelFetch(u_poses, ivec2(gl_FragCoord.xy), 0));
}
