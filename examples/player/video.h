/// Pictures of a film or a camera, which ffmpeg decodes, for the scene `mirror`.
#ifndef PLAYER_VIDEO_H
#define PLAYER_VIDEO_H

#include "scenes/scene.h"
#include "support/ffmpeg.h"

/// All zero: none.
typedef struct Video {
    const char *path;
    bool camera; ///< otherwise a file, from whose end it goes on at its beginning
    SceneVideo source;
    Ffmpeg ffmpeg;
    bool open, ended;
    uint8_t *bytes; ///< of a picture that has come in part
    size_t size, filled;
} Video;

/// Checks the file or device, and that there is an ffmpeg. False after a message.
bool Video_Prepare(Video *video, const char *file, const char *camera);
void Video_Close(Video *video);

#endif
