#define _POSIX_C_SOURCE 200809L
#include "video.h"

#include "support/complain.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ffmpeg makes pictures of the size that the scene asks for: all of the width or height, the rest cut off.
static bool start(Video *video, const Image *picture)
{
    char shape[128];
    snprintf(shape, sizeof shape, "fps=30,scale=%d:%d:force_original_aspect_ratio=increase:flags=area,crop=%d:%d%s",
             picture->width, picture->height, picture->width, picture->height, video->camera ? ",hflip" : "");
    const char *const file[] = {"-stream_loop", "-1", "-i", video->path, NULL};
    const char *const camera[] = {"-f", "v4l2", "-i", video->path, NULL};
    const char *const first[] = {"ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", NULL};
    const char *const last[] = {"-an", "-vf", shape, "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1", NULL};
    const char *arguments[FFMPEG_ARGUMENTS_MAX];
    int count = 0;
    Ffmpeg_Append(arguments, &count, first);
    Ffmpeg_Append(arguments, &count, video->camera ? camera : file);
    Ffmpeg_Append(arguments, &count, last);
    video->size = 4 * (size_t)picture->width * (size_t)picture->height;
    video->bytes = malloc(video->size);
    video->open = video->bytes != NULL && Ffmpeg_Start(&video->ffmpeg, arguments, true);
    return video->open;
}

// A camera's next picture may not be there yet; a file's is waited for.
static bool isDue(const Video *video)
{
    struct pollfd wait = {.fd = video->ffmpeg.pipe, .events = POLLIN};
    return !video->camera || poll(&wait, 1, 0) > 0;
}

static void tellEnd(Video *video)
{
    video->ended = true;
    Complain("%s: there are no more pictures; what ffmpeg says is above", video->path);
}

static bool readPicture(void *user, Image *picture)
{
    Video *video = user;
    if (!video->open && !video->ended && !start(video, picture)) {
        video->ended = true;
    }
    while (!video->ended && video->filled < video->size && isDue(video)) {
        ssize_t count = read(video->ffmpeg.pipe, video->bytes + video->filled, video->size - video->filled);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            tellEnd(video);
        }
        video->filled += count > 0 ? (size_t)count : 0;
    }
    if (video->ended || video->filled < video->size) {
        return false;
    }
    memcpy(picture->pixels, video->bytes, video->size);
    video->filled = 0;
    return true;
}

bool Video_Prepare(Video *video, const char *file, const char *camera)
{
    const char *flag = camera != NULL ? "--camera" : "--video";
    *video = (Video){.path = camera != NULL ? camera : file, .camera = camera != NULL};
    video->source = (SceneVideo){readPicture, video};
    if (access(video->path, R_OK) != 0) {
        return Complain("%s %s: %s", flag, video->path, strerror(errno));
    }
    return Ffmpeg_IsThere(flag);
}

void Video_Close(Video *video)
{
    if (video->open) {
        Ffmpeg_End(&video->ffmpeg);
    }
    free(video->bytes);
    *video = (Video){0};
}
