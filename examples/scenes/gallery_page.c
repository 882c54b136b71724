// Prints the page of all scenes, docs/gallery.md: `./run gallery`. Its argument is the folder docs; a scene has a
// picture where docs/gallery has one.
#include "scenes/scene.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef enum Kind { KIND_GRID, KIND_LIQUID, KIND_PARTICLES, KIND_SPACE, KIND_GROUND, KIND_COUNT } Kind;

static const char *const titles[KIND_COUNT] = {
    [KIND_GRID] = "Smoke, ink, fire and wind",
    [KIND_LIQUID] = "Liquid",
    [KIND_PARTICLES] = "Particles",
    [KIND_SPACE] = "Particles in three dimensions",
    [KIND_GROUND] = "Water over ground",
};

static Kind findKind(const SceneInfo *scene)
{
    if (scene->space != NULL) {
        return KIND_SPACE;
    }
    switch (Scene_GetSolver(scene)) {
    case GF_SOLVER_GAUSSIAN:
    case GF_SOLVER_WATER:
        return KIND_LIQUID;
    case GF_SOLVER_PARTICLES:
        return KIND_PARTICLES;
    case GF_SOLVER_SHALLOW:
        return KIND_GROUND;
    default:
        return KIND_GRID;
    }
}

static void printScene(const SceneInfo *scene, const char *docs)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/gallery/%s.jpg", docs, scene->name);
    printf("\n### %s\n\n", scene->name);
    if (access(path, R_OK) == 0) {
        printf("![%s](gallery/%s.jpg)\n\n", scene->name, scene->name);
    }
    char first = scene->summary[0] >= 'a' && scene->summary[0] <= 'z' ? (char)(scene->summary[0] - 'a' + 'A')
                                                                      : scene->summary[0];
    printf("%c%s. Frame %d.\n", first, scene->summary + 1, Scene_GetBestFrame(scene));
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "gallery_page: expected the folder docs\n");
        return 2;
    }
    int count = 0;
    const SceneInfo *scenes = Scene_GetAll(&count);
    printf("<!-- ./run gallery writes this page and its pictures. -->\n"
           "# The gallery\n\n"
           "All %d scenes of the demo. `./run demo --scene NAME` shows one in a window, where the mouse stirs it.\n"
           "`./run demo --headless --scene NAME --size 640x360 --frames N --out NAME.png` draws its picture without a\n"
           "window, N being the frame that is named. [demo.md](demo.md) has keys and options.\n\n"
           "![All scenes](scenes.jpg)\n\n[All of them at 2, 10, 30 and 60 s](moments.jpg), as a GPU draws them at full "
           "size.\n",
           count);
    for (int kind = 0; kind < (int)KIND_COUNT; kind++) {
        printf("\n## %s\n", titles[kind]);
        for (int i = 0; i < count; i++) {
            if (findKind(&scenes[i]) == (Kind)kind) {
                printScene(&scenes[i], argv[1]);
            }
        }
    }
    return 0;
}
