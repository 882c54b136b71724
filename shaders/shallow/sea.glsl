// Still water outside a side of the domain, or none.
uniform vec4 u_levels; // of its surface beyond each side, m
uniform float u_gravity;

// Two surfaces count as level if they differ by less than this fraction of their heights, the rounding error of a lake.
const float LEVEL = 2.4e-7;

struct Sea {
    float wave;  // speed of waves there, m/s; 0: it is dry within and outside
    float speed; // outwards, of a wave that brings the water inside to the level outside (Flather 1976)
    bool joins;  // there is water within and outside
};

Sea seaAt(int side, float depth, float ground, float dry)
{
    float outside = max(u_levels[side] - ground, 0.0);
    float larger = max(depth, outside);
    float excess = abs(depth - outside) <= LEVEL * (larger + abs(ground)) ? 0.0 : depth - outside;
    float wave = larger <= dry ? 0.0 : sqrt(u_gravity * larger);
    return Sea(wave, wave * excess / max(larger, 1e-30), min(depth, outside) > dry);
}
