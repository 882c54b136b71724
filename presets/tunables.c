// The table of tunables: names, numbers of members, text.
#include "tunables.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Part {
    const Tunable *rows;
    const int *count;
} Part;

static const Part parts[] = {
    {tunablesOfDemo, &tunablesOfDemoCount},
    {tunablesOfFluid, &tunablesOfFluidCount},
    {tunablesOfParticles, &tunablesOfParticlesCount},
    {tunablesOfPicture, &tunablesOfPictureCount},
};
#define PARTS (int)(sizeof parts / sizeof parts[0])

static const struct {
    const char *name; // of the definition, in the whole name
    size_t offset;
} sections[TUNABLE_OF_COUNT] = {
    [TUNABLE_OF_DEMO] = {"demo.", offsetof(TunableDefs, demo)},
    [TUNABLE_OF_FLUID] = {"", offsetof(TunableDefs, fluid)},
    [TUNABLE_OF_PARTICLES] = {"particles.", offsetof(TunableDefs, particles)},
    [TUNABLE_OF_VOLUME] = {"volume.", offsetof(TunableDefs, volume)},
    [TUNABLE_OF_DRAW] = {"picture.", offsetof(TunableDefs, draw)},
    [TUNABLE_OF_DRAW3D] = {"picture3d.", offsetof(TunableDefs, draw3d)},
    [TUNABLE_OF_SURFACE] = {"surface.", offsetof(TunableDefs, surface)},
};

int Tunables_GetCount(void)
{
    int count = 0;
    for (int i = 0; i < PARTS; i++) {
        count += *parts[i].count;
    }
    return count;
}

const Tunable *Tunables_Get(int index)
{
    for (int i = 0; i < PARTS; i++) {
        if (index < *parts[i].count) {
            return &parts[i].rows[index];
        }
        index -= *parts[i].count;
    }
    return NULL;
}

void Tunable_GetName(const Tunable *tunable, char name[TUNABLE_NAME_SIZE])
{
    snprintf(name, TUNABLE_NAME_SIZE, "%s%s", sections[tunable->of].name, tunable->path);
}

static bool endsWith(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

bool Tunable_IsEffect(const Tunable *tunable)
{
    return endsWith(tunable->path, ".enabled") || strcmp(tunable->path, "shallow.foam") == 0;
}

bool Tunable_CountsColors(const Tunable *tunable)
{
    return endsWith(tunable->path, ".count");
}

bool Tunable_IsTooFew(const Tunable *tunable, const double values[TUNABLE_NUMBERS])
{
    return values[0] == 1.0 && (Tunable_CountsColors(tunable) || strcmp(tunable->path, "pixels.steps") == 0);
}

int Tunables_Find(const char *name)
{
    int count = Tunables_GetCount();
    for (int i = 0; i < count; i++) {
        char own[TUNABLE_NAME_SIZE];
        Tunable_GetName(Tunables_Get(i), own);
        if (strcmp(own, name) == 0) {
            return i;
        }
    }
    return -1;
}

static int getLength(const char *name)
{
    size_t length = strlen(name);
    return length < TUNABLE_NAME_SIZE ? (int)length : TUNABLE_NAME_SIZE - 1;
}

// Letters to add, drop or change (Levenshtein) to make one name of the other; names are cut off where they are long.
static int getDistance(const char *a, const char *b)
{
    int row[TUNABLE_NAME_SIZE];
    int columns = getLength(b), rows = getLength(a);
    for (int j = 0; j <= columns; j++) {
        row[j] = j;
    }
    for (int i = 1; i <= rows; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= columns; j++) {
            int change = diagonal + (a[i - 1] != b[j - 1] ? 1 : 0);
            int other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < other ? change : other;
        }
    }
    return row[columns];
}

const char *Tunables_Guess(const char *name, char guess[TUNABLE_NAME_SIZE])
{
    int best = 2 * TUNABLE_NAME_SIZE;
    int count = Tunables_GetCount();
    for (int i = 0; i < count; i++) {
        char own[TUNABLE_NAME_SIZE];
        Tunable_GetName(Tunables_Get(i), own);
        int distance = getDistance(name, own);
        if (distance < best) {
            best = distance;
            memcpy(guess, own, sizeof own);
        }
    }
    return guess;
}

void Tunables_FillMaterials(gfParticleParams *params)
{
    for (int i = params->materialCount; i < GF_MATERIAL_MAX; i++) {
        if (params->materials[i].density == 0.0f) {
            params->materials[i] = gfGetParticleMaterial(GF_PARTICLES_WATER);
        }
    }
}

TunableDefs Tunables_GetDefaults(void)
{
    TunableDefs defs = {
        .demo = {.speed = 1.0f,
                 .brushSize = 1.0f,
                 .brushForce = 1.0f,
                 .brushDye = 1.0f,
                 .cyclesPerSecond = 0.25f,
                 .brushColor = {0.1f, 0.5f, 1.0f},
                 .splatCount = 8,
                 .splatSize = 0.05f,
                 .splatSpeed = 1.2f,
                 .budget_ms = 8.0f},
        .fluid = gfDefaultFluidDef(),
        .particles = gfDefaultParticleParams(),
        .volume = gfDefaultFluid3DDef(),
        .draw = gfDefaultDrawDef(),
        .draw3d = gfDefaultDraw3DDef(),
        .surface = gfDefaultSurfaceDef(),
    };
    Tunables_FillMaterials(&defs.particles);
    return defs;
}

void Tunable_Read(const Tunable *tunable, const TunableDefs *defs, double values[TUNABLE_NUMBERS])
{
    const char *from = (const char *)defs + sections[tunable->of].offset + tunable->offset;
    for (int i = 0; i < tunable->count; i++) {
        if (tunable->kind == TUNABLE_BOOL) {
            bool value;
            memcpy(&value, from, sizeof value);
            values[i] = value ? 1.0 : 0.0;
        } else if (tunable->kind == TUNABLE_INT || tunable->kind == TUNABLE_CHOICE) {
            int32_t value;
            memcpy(&value, from, sizeof value);
            values[i] = value;
        } else {
            float value;
            memcpy(&value, from + (size_t)i * sizeof value, sizeof value);
            values[i] = value;
        }
    }
}

void Tunable_Write(const Tunable *tunable, TunableDefs *defs, const double values[TUNABLE_NUMBERS])
{
    char *to = (char *)defs + sections[tunable->of].offset + tunable->offset;
    for (int i = 0; i < tunable->count; i++) {
        if (tunable->kind == TUNABLE_BOOL) {
            bool value = values[i] != 0.0;
            memcpy(to, &value, sizeof value);
        } else if (tunable->kind == TUNABLE_INT || tunable->kind == TUNABLE_CHOICE) {
            int32_t value = (int32_t)values[i];
            memcpy(to, &value, sizeof value);
        } else {
            float value = (float)values[i];
            memcpy(to + (size_t)i * sizeof value, &value, sizeof value);
        }
    }
}

void Tunable_Describe(const Tunable *tunable, char *text, int textSize)
{
    const char *blank = tunable->unit[0] != '\0' ? " " : "";
    if (tunable->kind == TUNABLE_BOOL) {
        snprintf(text, (size_t)textSize, "expected true or false");
    } else if (tunable->kind == TUNABLE_CHOICE) {
        int length = snprintf(text, (size_t)textSize, "expected one of");
        for (int i = 0; i < tunable->choiceCount && length < textSize; i++) {
            length += snprintf(text + length, (size_t)(textSize - length), " %s", tunable->choices[i]);
        }
    } else if (tunable->count == 1) {
        snprintf(text, (size_t)textSize, "expected a %snumber from %g to %g%s%s",
                 tunable->kind == TUNABLE_INT ? "whole " : "", tunable->least, tunable->most, blank, tunable->unit);
    } else {
        snprintf(text, (size_t)textSize, "expected %d numbers, each from %g to %g%s%s", tunable->count, tunable->least,
                 tunable->most, blank, tunable->unit);
    }
}

bool Tunable_Check(const Tunable *tunable, const double values[TUNABLE_NUMBERS], char *error, int errorSize)
{
    bool whole = tunable->kind == TUNABLE_INT || tunable->kind == TUNABLE_CHOICE || tunable->kind == TUNABLE_BOOL;
    for (int i = 0; i < tunable->count; i++) {
        // As floats, since that is what members are: 0.3 is below its own float.
        bool inside = (float)values[i] >= (float)tunable->least && (float)values[i] <= (float)tunable->most;
        if (!inside || (whole && values[i] != floor(values[i]))) {
            Tunable_Describe(tunable, error, errorSize);
            return false;
        }
    }
    return true;
}

void Tunable_PrintNumber(double value, char text[TUNABLE_NUMBER_SIZE])
{
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, TUNABLE_NUMBER_SIZE, "%.*g", digits, value);
        if (strtof(text, NULL) == (float)value) {
            return;
        }
    }
}

void Tunable_Print(const Tunable *tunable, const double values[TUNABLE_NUMBERS], char text[TUNABLE_TEXT_SIZE])
{
    if (tunable->kind == TUNABLE_BOOL) {
        snprintf(text, TUNABLE_TEXT_SIZE, "%s", values[0] != 0.0 ? "true" : "false");
        return;
    }
    if (tunable->kind == TUNABLE_CHOICE) {
        int choice = (int)values[0];
        snprintf(text, TUNABLE_TEXT_SIZE, "%s",
                 choice >= 0 && choice < tunable->choiceCount ? tunable->choices[choice] : "?");
        return;
    }
    int length = 0;
    for (int i = 0; i < tunable->count; i++) {
        char number[TUNABLE_NUMBER_SIZE];
        Tunable_PrintNumber(values[i], number);
        length += snprintf(text + length, (size_t)(TUNABLE_TEXT_SIZE - length), "%s%s", i > 0 ? " " : "", number);
    }
}

static bool parseNumbers(int count, const char *text, double values[TUNABLE_NUMBERS])
{
    for (int i = 0; i < count; i++) {
        char *end = NULL;
        values[i] = strtod(text, &end);
        if (end == text || !(fabs(values[i]) <= DBL_MAX)) {
            return false;
        }
        text = end;
    }
    return text[strspn(text, " ")] == '\0';
}

bool Tunable_Parse(const Tunable *tunable, const char *text, double values[TUNABLE_NUMBERS], char *error, int errorSize)
{
    bool good = false;
    if (tunable->kind == TUNABLE_BOOL) {
        values[0] = strcmp(text, "true") == 0 ? 1.0 : 0.0;
        good = values[0] != 0.0 || strcmp(text, "false") == 0;
    } else if (tunable->kind == TUNABLE_CHOICE) {
        for (int i = 0; i < tunable->choiceCount && !good; i++) {
            values[0] = i;
            good = strcmp(text, tunable->choices[i]) == 0;
        }
    } else {
        good = parseNumbers(tunable->count, text, values);
    }
    if (!good) {
        Tunable_Describe(tunable, error, errorSize);
        return false;
    }
    return Tunable_Check(tunable, values, error, errorSize);
}
