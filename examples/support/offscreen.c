#include "support/offscreen.h"

#include "support/headless.h"

#include <GLES3/gl3.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <stdio.h>
#include <stdlib.h>

struct Offscreen {
    Headless *headless;
    int width;
    int height;
};

Offscreen *Offscreen_Create(int width, int height)
{
    char error[256] = "out of memory";
    Offscreen *offscreen = calloc(1, sizeof *offscreen);
    if (offscreen != NULL) {
        offscreen->headless = Headless_Create(HEADLESS_ES30, false, error, sizeof error);
    }
    if (offscreen == NULL || offscreen->headless == NULL) {
        fprintf(stderr, "no context: %s\n", error);
        free(offscreen);
        return NULL;
    }
    offscreen->width = width;
    offscreen->height = height;
    GLuint names[2]; // they go with the context
    glGenFramebuffers(1, &names[0]);
    glBindFramebuffer(GL_FRAMEBUFFER, names[0]);
    glGenRenderbuffers(1, &names[1]);
    glBindRenderbuffer(GL_RENDERBUFFER, names[1]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[1]);
    glViewport(0, 0, width, height);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        fprintf(stderr, "no framebuffer of %d x %d\n", width, height);
        Offscreen_Destroy(offscreen);
        return NULL;
    }
    return offscreen;
}

void Offscreen_Destroy(Offscreen *offscreen)
{
    if (offscreen != NULL) {
        Headless_Destroy(offscreen->headless);
        free(offscreen);
    }
}

void (*Offscreen_GetProcAddress(const char *name))(void)
{
    return Headless_GetProcAddress(name);
}

void Offscreen_Fill(Offscreen *offscreen, int x, int y, int width, int height, const float color[3])
{
    (void)offscreen;
    glEnable(GL_SCISSOR_TEST);
    glScissor(x, y, width, height);
    glClearColor(color[0], color[1], color[2], 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
}

bool Offscreen_Save(Offscreen *offscreen, const char *path)
{
    int width = offscreen->width;
    int height = offscreen->height;
    unsigned char *pixels = malloc((size_t)width * (size_t)height * 4);
    bool written = pixels != NULL;
    if (written) {
        glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        stbi_flip_vertically_on_write(1); // GL's first row is at the bottom
        written = stbi_write_png(path, width, height, 4, pixels, width * 4) != 0;
    }
    free(pixels);
    if (!written) {
        fprintf(stderr, "%s cannot be written\n", path);
    }
    return written;
}
