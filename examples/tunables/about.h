/// What each tunable does, in the words of the headers' comments: about.py collects them when this is built.
#ifndef TUNABLES_ABOUT_H
#define TUNABLES_ABOUT_H

#include "tunables.h"

/// What it does, as the header's comment says.
const char *Tunable_GetAbout(const Tunable *tunable);

/// The text of a member, by its name without indices, in the order of names: for about.c.
typedef struct TunableAbout {
    const char *name, *text;
} TunableAbout;
extern const TunableAbout tunableAbouts[];
extern const int tunableAboutCount;

#endif
