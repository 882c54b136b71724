// Shrinks the sheet of all scenes (./run sheet) to the pictures of the page's menu. Its gaps shrink with it.
#include "support/image.h"

#include <stdio.h>

// A tile of 288 pixels becomes one of 96: page.css knows.
#define SHARE 3
#define QUALITY 55 // of a JPEG, which at this size does not show

int main(int argc, char **argv)
{
    char error[512] = "make_menu SHEET.jpg MENU.jpg";
    Image sheet = {0};
    bool made = argc == 3 && Image_Read(&sheet, argv[1], error, (int)sizeof error);
    if (made) {
        snprintf(error, sizeof error, "no memory");
        made = Image_Shrink(&sheet, sheet.width / SHARE, sheet.height / SHARE) &&
               Image_WriteJpegOf(&sheet, argv[2], QUALITY, error, (int)sizeof error);
    }
    if (!made) {
        fprintf(stderr, "make_menu: %s\n", error);
    }
    Image_Destroy(&sheet);
    return made ? 0 : 1;
}
