/// The scenes: set-ups of a fluid that the demo shows, the golden tests draw and the bench times. Not part of the
/// library. A scene speaks only the public API of gpufluid.
#ifndef SCENES_SCENE_H
#define SCENES_SCENE_H

#include "support/image.h"

#include <gpufluid/draw_surface.h>
#include <gpufluid/gpufluid.h>
#include <gpufluid/shallow.h>

#include <stdbool.h>

/// Where the pictures of `mirror` come from: 30 a second.
typedef struct SceneVideo {
    /// Fills a picture, first row at the top, with the next one; false: there is no new one, and it is as it was.
    bool (*read)(void *user, Image *picture);
    void *user;
} SceneVideo;

typedef struct Scene Scene;

/// What changes a scene's tunables from outside: its definition before the fluid is made, and the fluid before each
/// step. Each may be null.
typedef struct SceneTuning {
    void *user; ///< of all
    void (*fluid)(void *user, gfFluidDef *def);
    void (*volume)(void *user, gfFluid3DDef *def);
    void (*beforeStep)(void *user, Scene *scene);
} SceneTuning;

/// What the mouse paints with: factors on what the scene has. Scene_Create sets them to 1.
typedef struct SceneBrush {
    float size, force, dye;
    float hue;    ///< turns, added to a stroke's own
    bool painted; ///< `color` in place of that
    float color[3];
} SceneBrush;

/// What the user chose; Scene_DefaultConfig() gives the defaults.
typedef struct SceneConfig {
    int gridWidth; ///< cells; the domain is gridWidth / gridHeight metres wide and 1 m high
    int gridHeight;
    float dyeScale;        ///< as gfFluidDef.dyeScale; scenes of GF_SOLVER_GAUSSIAN ignore it, for it takes only 1
    gfPrecision precision; ///< as gfFluidDef.fieldPrecision
    unsigned seed;         ///< of everything random in the scene
    const Image *mask;     ///< solid where bright and opaque, over the whole domain; null: the scene's own solids
    const Image *image;    ///< what `image` advects; null: the scene's own. Other scenes ignore it
    bool useQuality; ///< `quality` in place of the scene's own choices, see gfGridParams_SetQuality; only scenes of
                     ///< GF_SOLVER_GRID have it, others ignore it
    gfQuality quality;
    int particles;           ///< of scenes of GF_SOLVER_PARTICLES, which others ignore; 0: the scene's own number
    gfParticleSearch search; ///< likewise, as gfParticleParams.search
    SceneTuning tuning;      ///< default none
    float budget_ms; ///< above 0: a governor keeps steps to it; only scenes of GF_SOLVER_GRID have it, others ignore it
    const SceneVideo *video; ///< of `mirror`; null: a made film. Others ignore it
} SceneConfig;

/// Most emitters and solids that a scene moves about, and rigid bodies.
#define SCENE_EMITTER_MAX 16
#define SCENE_SOLID_MAX 8
#define SCENE_BODY_MAX 8
/// Most groups of particles that a scene keeps.
#define SCENE_GROUP_MAX 24

/// Most still pictures that a scene lays over its fluids.
#define SCENE_PICTURE_MAX 6

/// The frame that most scenes look well at.
#define SCENE_BEST_FRAME 150

/// Particles of scenes of GF_SOLVER_PARTICLES in two and in three dimensions.
#define SCENE_PARTICLES 8000
#define SCENE_PARTICLES_3D 12000

/// What a scene in three dimensions has in place of SceneInfo's tuneFluid and tuneDraw.
typedef struct SceneSpace {
    void (*tuneFluid)(gfFluid3DDef *def);                   ///< particles.capacity is the number of particles to come
    void (*tuneDraw)(const Scene *scene, gfDraw3DDef *def); ///< look and `view`; its projection is there
} SceneSpace;

/// Where a diorama is seen from: a point that the camera looks at, and how it goes round that.
typedef struct SceneCamera {
    gfVec3 target;  ///< m; at the start x counts in widths of the domain
    float turn;     ///< radians to the right of the south
    float tilt;     ///< radians down
    float distance; ///< m
} SceneCamera;

/// What a scene has in addition that is seen in perspective, as water over ground: a diorama. Its world is (x, y,
/// height).
typedef struct SceneDiorama {
    SceneCamera camera;                                         ///< at the start
    float level;                                                ///< of the water, m: what the mouse and mirrors meet
    void (*tuneSurface)(const Scene *scene, gfSurfaceDef *def); ///< look; its camera is there
} SceneDiorama;

/// Most meshes around a fluid that is seen in perspective.
#define SCENE_MESH_MAX 10

/// What is around a fluid that is seen in perspective: the host draws it (scenes/stage.h), and it hides the fluid.
typedef struct SceneMesh {
    float *vertices; ///< of each: place, normal and colour (linear light); normal 0: lit by nothing
    int vertexCount;
    uint32_t *indices; ///< three a triangle
    int indexCount;
    float transform[16]; ///< to the world, column-major, affine
} SceneMesh;

/// Numbers of a vertex of a SceneMesh.
#define SCENE_VERTEX_SIZE 9

/// Most lights of a diorama at night.
#define SCENE_LIGHT_MAX 16

/// A lamp or a fire that lights a diorama at night.
typedef struct SceneLight {
    gfVec3 place;   ///< m
    float reach;    ///< m, where it is a third as bright as beside it
    float color[3]; ///< linear light on what is beside it
    float glow;     ///< m, radius of the glow that is seen about it; 0: none
} SceneLight;

/// Fire and smoke over the water of a diorama at night, and oil on it: the water's dye is oil by its amount, and the
/// scene's air has the heat of the fire and its smoke.
typedef struct SceneBlaze {
    int columns, rows;    ///< of cells that divide the domain; 0: there is no fire
    const float *burning; ///< how much each of them burns, 0 to 1
    float heat;           ///< K, of flames as high as `height`
    float height;         ///< m, of flames above the water
    float smokeHeight;    ///< m, of the top of the smoke
} SceneBlaze;

/// One row of the registry.
typedef struct SceneInfo {
    const char *name;
    const char *summary;                                  ///< one line, for --list
    void (*tuneFluid)(gfFluidDef *def);                   ///< changes defaults before the fluid is made; may be null.
                                                          ///< particles.capacity is the number of particles to come
    bool (*setUp)(Scene *scene);                          ///< solids, emitters, first dye
    void (*beforeStep)(Scene *scene);                     ///< before each frame of 1/60 s; may be null
    void (*tuneDraw)(const Scene *scene, gfDrawDef *def); ///< look; may be null
    int bestFrame;               ///< that shows it best, of 1/60 s: for the sheet of all scenes; 0: SCENE_BEST_FRAME
    const SceneSpace *space;     ///< of scenes in three dimensions; null: in two
    const SceneDiorama *diorama; ///< of scenes in two dimensions that are seen in perspective; null: from above
} SceneInfo;

/// A scene that runs.
struct Scene {
    const SceneInfo *info;
    SceneConfig config;
    gfDevice *device;
    gfFluid *fluid;       ///< null in scenes of three dimensions
    gfFluid3D *fluid3d;   ///< null in scenes of two dimensions
    gfGovernor *governor; ///< of the fluid, for a budget of its steps; or null
    gfGovernor *pacer;    ///< of the fluid, for a host's frame rate, in place of it; or null
    gfTracers *tracers;   ///< of scenes that show them, or null; stepped and drawn with the fluid
    gfSolverKind solver;
    gfGridParams ownParams;                  ///< the scene's own choices, whatever the quality
    float ownStep;                           ///< likewise, gfFluidDef.fixedStep
    float width;                             ///< of the domain, m; the height is 1
    unsigned random;                         ///< state of Scene_Random
    int frame;                               ///< frames stepped since set-up
    SceneBrush brush;                        ///< of Scene_Stir
    gfEmitterId emitters[SCENE_EMITTER_MAX]; ///< those that beforeStep moves
    int emitterCount;
    gfSolidId solids[SCENE_SOLID_MAX]; ///< the same
    int solidCount;
    gfRigidBodyId bodies[SCENE_BODY_MAX];     ///< that drift
    gfRigidBody3DId bodies3d[SCENE_BODY_MAX]; ///< likewise, of three dimensions
    int bodyCount;
    gfParticleGroupId groups[SCENE_GROUP_MAX]; ///< of particles
    int groupCount;
    Image background;                 ///< behind the whole picture, made by set-up; null pixels: the scene has none
    uint32_t backgroundTexture;       ///< GL texture of it, made by the host (scenes/backdrop.h); 0: none
    SceneMesh meshes[SCENE_MESH_MAX]; ///< of three dimensions, made by set-up, moved by beforeStep
    int meshCount;
    SceneCamera camera;    ///< of dioramas
    Image ground;          ///< of dioramas: colour of the ground, made by set-up; null pixels: the library's own
    struct School *school; ///< of dioramas with fish, or null
    SceneLight lights[SCENE_LIGHT_MAX]; ///< of dioramas at night, moved by beforeStep
    int lightCount;                     ///< above 0: it is night
    SceneBlaze blaze;                   ///< of dioramas at night
    gfVec2 pointer;                     ///< of dioramas: where the mouse last stirred, m
    int pointerFrame;                   ///< when that was; -1: never
    gfSolid3DId rod;                    ///< of three dimensions: what the mouse stirs with; none while it does not
    int rodFrame;                       ///< when it was last moved
    gfFluid *screen;                    ///< of `mirror`: its dye is the picture, and it never steps; or null
    gfOpticalFlow *flow;                ///< of its pictures, or null
    Image picture;                      ///< the host's last one
    gfFluid *air;           ///< of scenes with two fluids: what `fluid`, a liquid, lies in, behind it; or null
    int airCoarseness;      ///< cells of the liquid to one of the air, along each side; 0: one
    gfCouplingDef coupling; ///< of the two, but above water over ground, where the scene itself couples them
    void (*tuneAirDraw)(const Scene *scene, gfDrawDef *def); ///< look of the air
    gfFluid *pictures[SCENE_PICTURE_MAX];                    ///< still ones, for drawOver
    int pictureCount;
    bool (*drawOver)(Scene *scene, const gfDrawDef *def); ///< draws over the fluid in its own look; or null
    struct Cellar *cellar;                                ///< of `cellar`: its torches; or null
    struct Boat *boat;                                    ///< of `liquid`: where it is; or null
    struct Harbour *harbour;                              ///< of `harbour`: its boat and its fire; or null
    int events; ///< what happened so far of what happens once, one after the other; each scene's own
};

SceneConfig Scene_DefaultConfig(void);

/// All scenes, in the order of --list.
const SceneInfo *Scene_GetAll(int *count);

/// Null if there is none of that name.
const SceneInfo *Scene_Find(const char *name);

/// The frame that shows the scene best, of 1/60 s.
int Scene_GetBestFrame(const SceneInfo *info);

/// The solver that the scene runs on.
gfSolverKind Scene_GetSolver(const SceneInfo *info);
/// Whether fluids of a solver are made of particles.
bool Scene_IsOfParticles(gfSolverKind solver);

/// Whether the scene can be drawn so.
bool Scene_HasView(const SceneInfo *scene, gfDrawStyle view);

/// What has become of a scene's particles.
typedef struct SceneParticles {
    gfParticleStats stats;
    bool idsUnique; ///< no two of all particles have the same id
} SceneParticles;

/// How many particles a scene has by itself; 0: it is not made of them.
int Scene_GetParticles(const SceneInfo *info);

/// Counts particles. Waits for the GPU. False if it fails, and in scenes without particles.
bool Scene_CountParticles(Scene *scene, SceneParticles *particles);

/// Makes the scene's fluid on `device` and sets it up. False with a line in `error`.
bool Scene_Create(Scene *scene, const SceneInfo *info, const SceneConfig *config, gfDevice *device, char *error,
                  int errorSize);
void Scene_Destroy(Scene *scene);

/// One frame of `dt` seconds: the scene's own moves, then gfFluid_Step.
bool Scene_Step(Scene *scene, float dt);

/// Changes the quality of the scene as it runs; without `useQuality` back to the scene's own choices.
/// False if the scene's solver has none.
bool Scene_SetQuality(Scene *scene, bool useQuality, gfQuality quality);

/// Whether the scene's cells can be changed as it runs: not in three dimensions, and not under a governor.
bool Scene_CanSetCells(const Scene *scene);

/// Changes the number of cells as the scene runs; what is in it stays. False if they cannot be changed so.
bool Scene_SetCells(Scene *scene, int gridWidth, int gridHeight);

/// Fits the rest of the scene to the fluid's cells, which a governor has changed. False: they are as they were, or the
/// rest could not be fitted.
bool Scene_FollowCells(Scene *scene);

/// A governor that keeps steps to this budget (ms), or with 0 none, in place of what the scene has. Scenes without a
/// quality have none.
void Scene_SetBudget(Scene *scene, float budget_ms);
/// Steps are the scene's own again, as before a governor.
void Scene_SetOwnStep(Scene *scene);

/// The draw definition that shows the scene as meant; of scenes in two dimensions.
gfDrawDef Scene_GetDrawDef(const Scene *scene);

/// Draws a scene in two dimensions: the air, if it has any, its fluid by this definition, which tells the view of all,
/// and what lies over it. False: what gfFluid_Draw reported.
bool Scene_Draw(Scene *scene, const gfDrawDef *def);

/// The same of scenes in three dimensions, for a picture of this width over height. scenes/stage.h draws it.
gfDraw3DDef Scene_GetDraw3DDef(const Scene *scene, float aspect);

/// Whether the scene is seen in perspective: in three dimensions, or as a diorama.
bool Scene_IsPerspective(const SceneInfo *info);

/// The same of dioramas.
gfSurfaceDef Scene_GetSurfaceDef(const Scene *scene, float aspect);

/// Moves a diorama's camera: radians round its target and up, and a factor on the distance. Does nothing for others.
void Scene_Orbit(Scene *scene, float turn, float tilt, float zoom);

/// Frees what a mesh holds.
void SceneMesh_Free(SceneMesh *mesh);

/// Sums over the fluid; what a fluid in three dimensions does not measure is 0. Waits for the GPU.
bool Scene_Measure(Scene *scene, gfFluidStats *stats);

/// A stroke of the mouse from `from` to `to` (world, m; of scenes in perspective in clip space of a picture of this
/// width over height: in three dimensions a rod along the line of sight moves, a diorama is stirred where that line
/// meets the water) in `dt` seconds: pushes, and adds dye of a colour that
/// depends on `stroke`; in scenes of GF_SOLVER_GAUSSIAN fluid, too, where there is none. Particles are pushed, and
/// drawn to where the mouse is.
void Scene_Stir(Scene *scene, gfVec2 from, gfVec2 to, float aspect, float dt, int stroke);

/// Throws so many splats of dye (or fluid) into the scene: of this size (m) and speed (m/s), in random places.
void Scene_ThrowSplats(Scene *scene, int count, float size, float speed);

/// Uniform in [0, 1), the same on every machine.
float Scene_Random(Scene *scene);

#endif
