#define _POSIX_C_SOURCE 200809L
#include "film.h"

#include "support/complain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define GIF_STRIDE (FILM_RATE / GIF_RATE) // of its frames

static bool isGif(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".gif") == 0;
}

bool Film_HasMaker(const char *path)
{
    if (!isGif(path)) {
        return Ffmpeg_IsThere("--record");
    }
    if (!Gif_IsThere()) {
        Complain("--record '%s' needs giflib, which this was built without: install it (Debian: apt-get "
                 "install libgif-dev) and build anew",
                 path);
    }
    return Gif_IsThere();
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
    Ffmpeg_Append(arguments, &count, input);
    Ffmpeg_Append(arguments, &count, strcmp(strrchr(path, '.'), ".webm") == 0 ? webm : mp4);
    Ffmpeg_Append(arguments, &count, (const char *const[]){file, NULL});
}
_Static_assert(FILM_RATE == 60, "ffmpeg is told this rate");

bool Film_Open(Film *film, const char *path, int width, int height)
{
    char error[512], size[32];
    *film = (Film){.path = path, .width = width, .height = height};
    if (!Film_HasMaker(path)) {
        return false;
    }
    if (!Output_Open(&film->output, path, error, (int)sizeof error)) {
        return Complain("%s", error);
    }
    if (isGif(path)) {
        film->gif = Gif_Create(&film->output, width, height);
        film->open = film->gif != NULL;
        if (!film->open) {
            Complain("no memory for a film of %dx%d", width, height);
            Output_Close(&film->output, false, NULL, 0);
        }
        return film->open;
    }
    const char *arguments[FFMPEG_ARGUMENTS_MAX];
    snprintf(size, sizeof size, "%dx%d", width, height);
    fillArguments(path, film->output.temporary != NULL ? film->output.temporary : path, size, arguments);
    film->open = Ffmpeg_Start(&film->ffmpeg, arguments, false);
    if (!film->open) {
        Output_Close(&film->output, false, NULL, 0);
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

static bool addFrame(Film *film, const Image *frame)
{
    if (film->gif == NULL) {
        return writeAll(film->ffmpeg.pipe, frame->pixels, 4 * (size_t)film->width * (size_t)film->height);
    }
    return film->frames % GIF_STRIDE != 0 || Gif_Add(film->gif, frame);
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
    bool written = frame.pixels != NULL && addFrame(film, &frame);
    Image_Destroy(&frame);
    return written;
}

bool Film_Add(Film *film, const Image *picture)
{
    bool same = picture->width == film->width && picture->height == film->height;
    bool written = film->open && !film->failed && (same ? addFrame(film, picture) : addCut(film, picture));
    film->frames += written ? 1 : 0;
    if (!written && film->open && !film->failed) {
        film->failed = true;
        Complain("%s: %s, at frame %d", film->path,
                 film->gif != NULL ? "it cannot be written, or there is no memory" : "ffmpeg ended before the film did",
                 film->frames);
    }
    return written;
}

int Film_CountFrames(const Film *film)
{
    return isGif(film->path) ? (film->frames + GIF_STRIDE - 1) / GIF_STRIDE : film->frames;
}

// What is missing of a file, Output_Close tells.
static bool endGif(Film *film, bool complete)
{
    bool good = complete && !film->failed && Gif_Finish(film->gif);
    Gif_Destroy(film->gif);
    film->gif = NULL;
    return good;
}

static bool endFfmpeg(Film *film)
{
    int status = Ffmpeg_End(&film->ffmpeg);
    bool good = status == 0;
    if (status > 0) {
        Complain("%s: ffmpeg failed with status %d; what it says is above", film->path, status);
    } else if (status < 0) {
        Complain("%s: ffmpeg was ended by signal %d", film->path, -status);
    }
    return good;
}

bool Film_Close(Film *film, bool complete)
{
    if (!film->open) {
        return false;
    }
    char error[512];
    bool good = film->gif != NULL ? endGif(film, complete) : endFfmpeg(film);
    film->open = false;
    bool kept = Output_Close(&film->output, complete && good && !film->failed, error, (int)sizeof error);
    if (!kept && complete && (good || isGif(film->path)) && !film->failed) {
        Complain("%s", error);
    }
    return kept;
}
