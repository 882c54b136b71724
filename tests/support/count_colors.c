// Prints how many colours a picture has: `count_colors FILE`. Scripts tell by it whether anything was drawn.
#include "support/image.h"

#include <stdio.h>
#include <stdlib.h>

static int compareColors(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a;
    uint32_t right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

int main(int argc, char **argv)
{
    Image image = {0};
    char error[256] = "no file is named";
    if (argc != 2 || !Image_Read(&image, argv[1], error, sizeof error)) {
        fprintf(stderr, "count_colors: %s\n", error);
        return 1;
    }
    size_t count = (size_t)image.width * (size_t)image.height;
    uint32_t *colors = malloc(count * sizeof *colors);
    if (colors == NULL) {
        Image_Destroy(&image);
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        const uint8_t *pixel = &image.pixels[4 * i];
        colors[i] = (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
    }
    qsort(colors, count, sizeof *colors, compareColors);
    size_t different = 1;
    for (size_t i = 1; i < count; i++) {
        different += colors[i] != colors[i - 1];
    }
    printf("%zu\n", different);
    free(colors);
    Image_Destroy(&image);
    return 0;
}
