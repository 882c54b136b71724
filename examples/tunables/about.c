// What each tunable does, by its name.
#include "tunables/about.h"

#include <stdlib.h>
#include <string.h>

static int compareAbout(const void *name, const void *row)
{
    return strcmp(name, ((const TunableAbout *)row)->name);
}

const char *Tunable_GetAbout(const Tunable *tunable)
{
    char name[TUNABLE_NAME_SIZE];
    Tunable_GetName(tunable, name);
    char *to = name;
    for (const char *from = name; *from != '\0'; from++) { // without what is in brackets
        if (*from == '[') {
            from += strcspn(from, "]");
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    const TunableAbout *about =
        bsearch(name, tunableAbouts, (size_t)tunableAboutCount, sizeof *tunableAbouts, compareAbout);
    return about != NULL ? about->text : "";
}
