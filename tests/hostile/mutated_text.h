/// Texts that a program should not trust: copies of good ones that are damaged, cut off, spliced or forged.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A text, or bytes; to be freed.
typedef struct Text {
    char *bytes;
    size_t size;
} Text;

/// A number from 0 to below `below`. `random` goes on, the same on every machine.
int Text_Pick(uint32_t *random, int below);

/// Has room for twice as much and 4096 bytes.
Text Text_Copy(const Text *from);

/// In place of `length` bytes at `at` come others, if they have room.
void Text_Replace(Text *t, size_t at, size_t length, const char *bytes, size_t size, size_t room);

/// A copy in which up to three things are wrong; pieces may come from `other`.
Text Text_Mutate(uint32_t *random, const Text *from, const Text *other);

/// A line "set NAME VALUES" of a recording: a tunable at a limit of its range, or somewhere in it.
void Text_PrintTunable(uint32_t *random, char *line, int size);

/// A copy of a recording with lines that are all right, in places where they may be.
Text Text_Forge(uint32_t *random, const Text *from);

/// A file's text; both fail the test if that cannot be.
void Text_Write(const char *path, const Text *text);
Text Text_Read(const char *path);
