// Presets: files of settings, and the demo's own.
#include "controls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool sayWhy(Controls *c, const char *why)
{
    snprintf(c->message, sizeof c->message, "%s", why);
    return false;
}

bool Controls_SavePreset(Controls *c, const char *path)
{
    c->message[0] = '\0';
    return Settings_Save(&c->demo->settings, &c->demo->scene, path, c->message, (int)sizeof c->message);
}

bool Controls_LoadPreset(Controls *c, const char *path)
{
    Settings *settings = malloc(sizeof *settings);
    const SceneInfo *scene = NULL;
    if (settings == NULL) {
        return sayWhy(c, "no memory for it");
    }
    Settings_Init(settings);
    char error[SETTINGS_ERROR_SIZE];
    bool good = Settings_Load(settings, path, &scene, error, (int)sizeof error);
    if (good) {
        if (scene != NULL && scene != c->demo->scene.info) {
            Controls_OpenScene(c, scene);
        }
        Controls_TakeSettings(c, settings);
        if (!c->failed && Settings_WaitForRestart(&c->demo->settings, &c->demo->scene)) {
            Controls_Press(c, INPUT_RESET);
        }
    } else {
        sayWhy(c, error);
    }
    free(settings);
    return good;
}

void Controls_TakePreset(Controls *c, int index)
{
    Settings *settings = malloc(sizeof *settings);
    const SceneInfo *scene = NULL;
    const char *text = Presets_GetText(index);
    char error[SETTINGS_ERROR_SIZE];
    if (settings != NULL) {
        Settings_Init(settings);
        if (Settings_Read(settings, text, strlen(text), &scene, error, (int)sizeof error)) {
            Controls_TakeSettings(c, settings);
        }
        free(settings);
    }
}
