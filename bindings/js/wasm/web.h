// What C needs of the page that it runs in.
#ifndef WEB_H
#define WEB_H

#include <gpufluid/gpufluid.h>

// Marks a function that the page calls by its name.
#define WEB_EXPORT(name) __attribute__((export_name(#name)))

// Finds a GL function, as a gfGetProcAddressFn does; null: WebGL or this table has none of the name.
gfGLProc Web_FindCall(const char *name);

#endif
