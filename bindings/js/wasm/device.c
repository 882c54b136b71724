// Devices whose loader and log are the page's.
#include "wasm/web.h"

#include <stddef.h>
#include <time.h>

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

// The clock of profiles and of slices of time.
__attribute__((import_module("web"), import_name("now"))) double web_now(void);

int timespec_get(struct timespec *time, int base)
{
    const double now_s = web_now() / 1000.0;
    time->tv_sec = (time_t)now_s;
    time->tv_nsec = (long)((now_s - (double)time->tv_sec) * 1e9);
    return base;
}
