// In place of gif.c where there is no giflib: no films.
#include "gif.h"

#include <stddef.h>

bool Gif_IsThere(void)
{
    return false;
}

Gif *Gif_Create(Output *output, int width, int height)
{
    (void)output;
    (void)width;
    (void)height;
    return NULL;
}

bool Gif_Add(Gif *gif, const Image *picture)
{
    (void)gif;
    (void)picture;
    return false;
}

bool Gif_Finish(Gif *gif)
{
    (void)gif;
    return false;
}

void Gif_Destroy(Gif *gif)
{
    (void)gif;
}
