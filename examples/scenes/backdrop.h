/// A scene's background as a GL texture of the host's. Not part of the library.
#ifndef SCENES_BACKDROP_H
#define SCENES_BACKDROP_H

#include "scenes/scene.h"

#include <glad/gl.h>

/// Makes the texture and names it in the scene. Does nothing for a scene without a background. Leaves it bound to no
/// unit, and the pixel store as it is (rows of four bytes a pixel fit any).
static inline void Backdrop_Make(const GladGLContext *gl, Scene *scene)
{
    const Image *image = &scene->background;
    if (image->pixels == NULL) {
        return;
    }
    GLuint texture = 0;
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image->width, image->height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    for (int y = 0; y < image->height; y++) { // GL's first row is the lowest
        gl->TexSubImage2D(GL_TEXTURE_2D, 0, 0, image->height - 1 - y, image->width, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                          image->pixels + (size_t)y * (size_t)image->width * 4);
    }
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    scene->backgroundTexture = texture;
}

/// Before Scene_Destroy.
static inline void Backdrop_Free(const GladGLContext *gl, Scene *scene)
{
    GLuint texture = scene->backgroundTexture;
    if (texture != 0) {
        gl->DeleteTextures(1, &texture);
        scene->backgroundTexture = 0;
    }
}

#endif
