// A boat on a lake, seen from the side: the arrow keys drive it, its waves push crates about, Space drops another one.
//
//     example_boat [--frames N] [--out FILE.png]      Escape ends
//
// The library moves the water and what floats in it, and draws the water. The game paints sky, boat and crates.
// With --frames N it draws N frames of 1/60 s and ends; SDL_VIDEODRIVER=offscreen needs no display.
#define GL_GLEXT_PROTOTYPES
#include "support/sdl_game.h"

#include <SDL2/SDL.h>
#include <SDL2/SDL_opengl.h>

#include <math.h>

#define ACROSS 16.0f                   // m: the lake's width
enum { BOAT, CRATE, BODIES_MAX = 16 }; // body 0 is the boat, all others are crates

// The game's painter: a shape of four corners at a pose in the world, shaded from one colour to another.
static const char *const shaders[] = {
    "#version 330 core\nuniform float m[6]; uniform vec3 pose; uniform vec2 corners[4]; uniform vec3 tints[2];\n"
    "out vec3 light; void main() { vec2 c = corners[gl_VertexID]; light = tints[c.y > 0.0 ? 0 : 1];\n"
    "vec2 p = pose.xy + mat2(cos(pose.z), sin(pose.z), -sin(pose.z), cos(pose.z)) * c;\n"
    "gl_Position = vec4(m[0] * p.x + m[2] * p.y + m[4], m[1] * p.x + m[3] * p.y + m[5], 0.0, 1.0); }",
    "#version 330 core\nin vec3 light; out vec4 color; void main() { color = vec4(light, 1.0); }"};
static const float skyTints[] = {0.24f, 0.48f, 0.78f, 0.98f, 0.86f, 0.72f}; // rgb at the top, rgb at the bottom
static const float tints[][6] = {{0.82f, 0.20f, 0.14f, 0.45f, 0.08f, 0.09f},
                                 {0.76f, 0.53f, 0.28f, 0.50f, 0.31f, 0.14f}};
static const float cabinTints[] = {0.96f, 0.94f, 0.88f, 0.96f, 0.94f, 0.88f};
static const gfVec2 cabin[] = {{-0.9f, 0.45f}, {-0.8f, 1.1f}, {0.0f, 1.1f}, {0.2f, 0.45f}};            // m
static const gfVec2 outlines[][4] = {{{-1.5f, 0.45f}, {-1.1f, -0.35f}, {1.1f, -0.35f}, {1.5f, 0.45f}}, // around (0, 0)
                                     {{-0.57f, -0.36f}, {0.57f, -0.36f}, {0.57f, 0.36f}, {-0.57f, 0.36f}}};
static GLuint program;
static gfFluid *lake;
static gfRigidBodyId bodies[BODIES_MAX];
static int bodyCount;

static void preparePainter(void)
{
    GLuint array;
    program = glCreateProgram();
    for (int i = 0; i < 2; i++) {
        GLuint shader = glCreateShader(i == 0 ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
        glShaderSource(shader, 1, &shaders[i], NULL);
        glCompileShader(shader);
        glAttachShader(program, shader);
    }
    glLinkProgram(program);
    glUseProgram(program); // it stays bound: the library restores GL state
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
}

static void paint(gfVec2 at, float angle, const gfVec2 corners[4], const float colors[6])
{
    glUniform3f(glGetUniformLocation(program, "pose"), at.x, at.y, angle);
    glUniform2fv(glGetUniformLocation(program, "corners"), 4, &corners->x);
    glUniform3fv(glGetUniformLocation(program, "tints"), 2, colors);
    glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
}

static bool addBody(gfVec2 place, float angle)
{
    bool boat = bodyCount == BOAT;
    gfShape shape = gfMakePolygon(outlines[boat ? BOAT : CRATE], 4);
    gfRigidBodyDef body = gfDefaultRigidBodyDef();
    body.shape = gfMoveShape(&shape, place, angle);
    body.density = boat ? 350.0f : 300.0f; // kg/m^3; water has 1000
    bodies[bodyCount] = gfFluid_AddRigidBody(lake, &body);
    return !GF_IS_NULL(bodies[bodyCount++]);
}

static bool buildLake(void *user, gfDevice *device)
{
    (void)user;
    preparePainter();
    gfFluidDef def = gfSuggestLiquid(6.0f, 9.81f, 36); // 6 m high, 36 cells; it chooses cell size and step
    def.gridWidth = 96;
    lake = gfCreateFluid(device, &def);
    bool ok = lake != NULL && addBody((gfVec2){2.5f, 3.1f}, 0.0f);
    for (int i = 0; i < 5 && ok; i++) {
        ok = addBody((gfVec2){6.0f + 1.8f * (float)i, 3.3f + 0.3f * (float)(i % 2)}, 0.05f * (float)i);
    }
    return ok && gfFluid_FillToLevel(lake, NULL, 3.0f); // after the bodies, so that they push no water out
}

// Until a key is pressed the boat goes to the right.
static void steer(float dt)
{
    static bool steered, spaced;
    const Uint8 *keys = SDL_GetKeyboardState(NULL);
    float thrust = (float)keys[SDL_SCANCODE_RIGHT] - (float)keys[SDL_SCANCODE_LEFT];
    steered = steered || thrust != 0.0f;
    gfRigidBodyState boat;
    gfFluid_GetRigidBody(lake, bodies[BOAT], &boat);
    thrust = steered ? thrust : 1.0f;
    float push = 4.0f * thrust * fminf(3.0f * boat.submerged, 1.0f) * boat.mass; // N; none in the air
    gfFluid_PushRigidBody(lake, bodies[BOAT], (gfVec2){push * dt, 0.0f}, boat.position);
    if (keys[SDL_SCANCODE_SPACE] && !spaced && bodyCount < BODIES_MAX) {
        addBody((gfVec2){boat.position.x + (boat.position.x < 8.0f ? 3.0f : -3.0f), 5.3f}, 0.3f);
    }
    spaced = keys[SDL_SCANCODE_SPACE];
}

static void splash(void)
{
    for (gfImpact hit; gfFluid_PollImpacts(lake, &hit, 1) == 1;) { // a game plays the sound of a splash, too
        gfSourceDef crown = gfDefaultSourceDef();
        crown.shape = gfMakeCircle(hit.place, 0.8f);
        crown.velocity.y = hit.speed > 1.0f ? 0.5f * hit.speed : 0.0f;
        gfFluid_Splat(lake, &crown);
    }
}

static bool draw(float aspect)
{
    float high = ACROSS / aspect, middle = fmaxf(0.5f * high, 5.0f - 0.5f * high); // m: a taller window has more sky
    gfDrawDef look = gfDefaultDrawDefFor(lake);
    look.view = gfMakeView((gfVec2){0.5f * ACROSS, middle}, ACROSS, aspect);
    look.solids.shown = false; // the game paints the bodies
    glUniform1fv(glGetUniformLocation(program, "m"), 6, look.view.m);
    paint((gfVec2){0.0f, 0.0f}, 0.0f,
          (gfVec2[]){{0.0f, 0.0f}, {ACROSS, 0.0f}, {ACROSS, 2.0f * middle}, {0.0f, 2.0f * middle}}, skyTints);
    bool drawn = gfFluid_Draw(lake, &look);
    for (int i = 0; i < bodyCount; i++) {
        gfRigidBodyState body;
        gfFluid_GetRigidBody(lake, bodies[i], &body);
        gfVec2 at = gfShape_GetCentre(&body.shape); // corners are around this, `position` is the centre of mass
        paint(at, body.angle, outlines[i == BOAT ? BOAT : CRATE], tints[i == BOAT ? BOAT : CRATE]);
        if (i == BOAT) {
            paint(at, body.angle, cabin, cabinTints);
        }
    }
    return drawn;
}

static bool play(void *user, float dt, float aspect)
{
    (void)user;
    steer(dt);
    splash();
    return gfFluid_Step(lake, dt) && draw(aspect);
}

int main(int argc, char **argv)
{
    const SdlGame sdl = {.name = "example_boat", .build = buildLake, .play = play};
    return SdlGame_Run(&sdl, argc, argv);
}
