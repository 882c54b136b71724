#define _POSIX_C_SOURCE 200809L
#include "film.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARGUMENTS_MAX 64
#define PATH_SIZE 4096

extern char **environ;

static bool endsIn(const char *path, const char *end)
{
    size_t length = strlen(path), tail = strlen(end);
    return length > tail && strcmp(path + length - tail, end) == 0;
}

bool Film_CheckPath(const char *path)
{
    if (endsIn(path, ".mp4") || endsIn(path, ".webm")) {
        return true;
    }
    fprintf(stderr, "fluid_demo: --record '%s': expected a file name that ends in .mp4 or .webm\n", path);
    return false;
}

bool Film_HasEncoder(void)
{
    const char *folder = getenv("PATH");
    while (folder != NULL && folder[0] != '\0') {
        char path[PATH_SIZE];
        size_t length = strcspn(folder, ":");
        int written = snprintf(path, sizeof path, "%.*s/ffmpeg", (int)length, folder);
        if (written > 0 && written < PATH_SIZE && access(path, X_OK) == 0) {
            return true;
        }
        folder += length + (folder[length] == ':' ? 1 : 0);
    }
    fprintf(stderr,
            "fluid_demo: a film needs the program ffmpeg, which is not found in PATH: install it (Debian: apt-get "
            "install ffmpeg)\n");
    return false;
}

static void addAll(const char **arguments, int *count, const char *const *more)
{
    for (; *more != NULL; more++) {
        arguments[(*count)++] = *more;
    }
}

// `size`: of a frame, as ffmpeg takes it. Both kinds have even sides only: others get a black row or column.
static void fillArguments(const char *path, const char *file, const char *size, const char **arguments)
{
    // clang-format off
    const char *const input[] = {"ffmpeg", "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo",
                                 "-pixel_format", "rgba", "-video_size", size, "-framerate", "60", "-i", "pipe:0",
                                 "-an", "-vf", "scale=out_color_matrix=bt709:out_range=tv,pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                 "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", NULL};
    static const char *const mp4[] = {"-c:v", "libx264", "-preset", "medium", "-crf", "17", "-pix_fmt", "yuv420p",
                                      "-movflags", "+faststart", "-f", "mp4", NULL};
    static const char *const webm[] = {"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1", "-deadline",
                                       "good", "-cpu-used", "4", "-pix_fmt", "yuv420p", "-f", "webm", NULL};
    // clang-format on
    int count = 0;
    addAll(arguments, &count, input);
    addAll(arguments, &count, endsIn(path, ".webm") ? webm : mp4);
    arguments[count++] = file;
    arguments[count] = NULL;
}
_Static_assert(FILM_RATE == 60, "ffmpeg is told this rate");

// ffmpeg with a pipe to its standard input. 0 or the errno.
static int start(Film *film, const char *const *arguments)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return errno;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_t actions;
    int reason = posix_spawn_file_actions_init(&actions);
    if (reason == 0) {
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
        reason = posix_spawnp(&film->process, "ffmpeg", &actions, NULL, (char *const *)arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[0]);
    if (reason != 0) {
        close(ends[1]);
    }
    film->pipe = ends[1];
    return reason;
}

bool Film_Open(Film *film, const char *path, int width, int height)
{
    char error[512], size[32];
    *film = (Film){.path = path, .width = width, .height = height};
    if (!Film_HasEncoder()) {
        return false;
    }
    if (!Output_Open(&film->output, path, error, (int)sizeof error)) {
        fprintf(stderr, "fluid_demo: %s\n", error);
        return false;
    }
    const char *arguments[ARGUMENTS_MAX];
    snprintf(size, sizeof size, "%dx%d", width, height);
    fillArguments(path, film->output.temporary != NULL ? film->output.temporary : path, size, arguments);
    int reason = start(film, arguments);
    film->open = reason == 0;
    if (!film->open) {
        Output_Close(&film->output, false, NULL, 0);
        fprintf(stderr, "fluid_demo: %s: ffmpeg cannot be started: %s\n", path, strerror(reason));
    }
    return film->open;
}

static bool writeAll(int to, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(to, bytes, size);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        bytes += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

// Row by row into a frame of the film's size.
static bool addCut(Film *film, const Image *picture)
{
    Image frame = Image_Create(film->width, film->height);
    int width = picture->width < film->width ? picture->width : film->width;
    for (int y = 0; frame.pixels != NULL && y < film->height && y < picture->height; y++) {
        memcpy(frame.pixels + 4 * (size_t)y * (size_t)film->width,
               picture->pixels + 4 * (size_t)y * (size_t)picture->width, 4 * (size_t)width);
    }
    bool written =
        frame.pixels != NULL && writeAll(film->pipe, frame.pixels, 4 * (size_t)film->width * (size_t)film->height);
    Image_Destroy(&frame);
    return written;
}

bool Film_Add(Film *film, const Image *picture)
{
    bool same = picture->width == film->width && picture->height == film->height;
    bool written = film->open && !film->failed &&
                   (same ? writeAll(film->pipe, picture->pixels, 4 * (size_t)film->width * (size_t)film->height)
                         : addCut(film, picture));
    film->frames += written ? 1 : 0;
    if (!written && film->open && !film->failed) {
        film->failed = true;
        fprintf(stderr, "fluid_demo: %s: ffmpeg ended before the film did, at frame %d\n", film->path, film->frames);
    }
    return written;
}

bool Film_Close(Film *film, bool complete)
{
    if (!film->open) {
        return false;
    }
    int status = 0;
    char error[512];
    film->open = false;
    close(film->pipe);
    while (waitpid(film->process, &status, 0) < 0 && errno == EINTR) {
    }
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!good && WIFEXITED(status)) {
        fprintf(stderr, "fluid_demo: %s: ffmpeg failed with status %d; what it says is above\n", film->path,
                WEXITSTATUS(status));
    } else if (!good) {
        fprintf(stderr, "fluid_demo: %s: ffmpeg was ended by signal %d\n", film->path, WTERMSIG(status));
    }
    bool kept = Output_Close(&film->output, complete && good && !film->failed, error, (int)sizeof error);
    if (!kept && complete && good && !film->failed) {
        fprintf(stderr, "fluid_demo: %s\n", error);
    }
    return kept;
}
