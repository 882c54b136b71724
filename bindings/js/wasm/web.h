// What C needs of the page that it runs in.
#ifndef WEB_H
#define WEB_H

#include <gpufluid/gpufluid.h>

// Marks a function that the page calls by its name.
#define WEB_EXPORT(name) __attribute__((export_name(#name)))

// Finds the few GL functions that the library asks for by name, as a gfGetProcAddressFn does; null: it is none of them.
gfGLProc Web_FindCall(const char *name);

// Gives a context of glad's all functions that WebGL has of it, and null for the others.
struct GladGLContext;
void Web_LoadGL(struct GladGLContext *gl);

// Makes a device for the context of this module; its messages go to the page.
WEB_EXPORT(Web_CreateDevice) gfDevice *Web_CreateDevice(gfValidation validation, bool keepHostState);

// Where C has the functions that src/codec.js puts into structures: the loader, and those that call the page's own.
typedef uint32_t (*gfTextureFinder)(uint32_t saved, void *user);
WEB_EXPORT(Web_GetLoader) gfGetProcAddressFn Web_GetLoader(void);
WEB_EXPORT(Web_GetLog) gfLogFn *Web_GetLog(void);
WEB_EXPORT(Web_GetTextureFinder) gfTextureFinder Web_GetTextureFinder(void);

#endif
