// Devices whose loader and log are the page's, and functions of the page's that the library calls. Those are imports,
// whose `user` is the number by which src/runtime.js knows a function.
#include "wasm/web.h"

// Takes a message of the library's log. Without a number it is for the page's fluid itself.
__attribute__((import_module("web"), import_name("log"))) void web_log(gfLogLevel level, gfErrorCode code,
                                                                       const char *message, void *user);

// Returns the name that a texture of a snapshot has now.
__attribute__((import_module("web"), import_name("findTexture"))) uint32_t web_findTexture(uint32_t saved, void *user);

gfGetProcAddressFn Web_GetLoader(void)
{
    return Web_FindCall;
}

gfLogFn *Web_GetLog(void)
{
    return web_log;
}

gfTextureFinder Web_GetTextureFinder(void)
{
    return web_findTexture;
}

gfDevice *Web_CreateDevice(gfValidation validation, bool keepHostState)
{
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = Web_FindCall;
    def.log = web_log;
    def.validation = validation;
    def.keepHostState = keepHostState;
    return gfCreateDevice(&def);
}
