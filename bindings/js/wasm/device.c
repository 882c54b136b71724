// Devices whose loader and log are the page's.
#include "wasm/web.h"

// Takes a message of the library's log, at a gfLogLevel.
__attribute__((import_module("web"), import_name("log"))) void web_log(gfLogLevel level, gfErrorCode code,
                                                                       const char *message);

static void takeMessage(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    (void)user;
    web_log(level, code, message);
}

WEB_EXPORT(Web_CreateDevice) gfDevice *Web_CreateDevice(gfValidation validation, bool keepHostState)
{
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = Web_FindCall;
    def.log = takeMessage;
    def.validation = validation;
    def.keepHostState = keepHostState;
    return gfCreateDevice(&def);
}
