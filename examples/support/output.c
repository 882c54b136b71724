#include "support/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEMPORARIES_MAX 100
#define NAME_SIZE 64

// Read by the signal handler, so it changes only while signals are blocked.
static const char *volatile unfinished;

static const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int endingCount = (int)(sizeof endings / sizeof endings[0]);

// The signal itself ends the process, so the shell sees a status that tells so.
static void onEnding(int number)
{
    if (unfinished != NULL) {
        unlink(unfinished);
    }
    signal(number, SIG_DFL);
    raise(number);
}

void Output_CatchSignals(void)
{
    struct sigaction action = {.sa_handler = onEnding};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < endingCount; i++) {
        struct sigaction before;
        // What nohup or a shell's background job ignores stays ignored.
        if (sigaction(endings[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(endings[i], &action, NULL);
        }
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

static void blockEndings(sigset_t *before)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    for (int i = 0; i < endingCount; i++) {
        sigaddset(&blocked, endings[i]);
    }
    sigprocmask(SIG_BLOCK, &blocked, before);
}

// Always false, so that a caller can return it.
static bool fail(char *error, int errorSize, const char *path, const char *reason)
{
    if (error != NULL && errorSize > 0) {
        snprintf(error, (size_t)errorSize, "%s: %s", path, reason);
    }
    return false;
}

static const char *getReason(int code)
{
    if (code == ENOENT) {
        return "cannot be written: its folder does not exist";
    }
    return code != 0 ? strerror(code) : "cannot be written";
}

// A path that leads to where standard output or error goes (/dev/stdout): opening it again would truncate it.
static int findStream(const struct stat *info)
{
    for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; stream++) {
        struct stat other;
        if (fstat(stream, &other) == 0 && other.st_dev == info->st_dev && other.st_ino == info->st_ino) {
            return stream;
        }
    }
    return -1;
}

static int openStraight(const char *path, const struct stat *info)
{
    int stream = findStream(info);
    if (stream >= 0) {
        fflush(stdout); // what was said before comes before
        return dup(stream);
    }
    return open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
}

// A new file beside the target. Its name does not grow with the target's, which may have the greatest length.
static int openTemporary(Output *output)
{
    const char *slash = strrchr(output->target, '/');
    size_t folder = slash != NULL ? (size_t)(slash - output->target) + 1 : 0;
    output->temporary = malloc(folder + NAME_SIZE);
    if (output->temporary == NULL) {
        return -1;
    }
    memcpy(output->temporary, output->target, folder);
    sigset_t before;
    blockEndings(&before);
    int descriptor = -1;
    for (int i = 0; i < TEMPORARIES_MAX && descriptor < 0; i++) {
        snprintf(output->temporary + folder, NAME_SIZE, ".unfinished-%ld-%d.tmp", (long)getpid(), i);
        descriptor = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST) {
            break;
        }
    }
    if (descriptor >= 0) {
        unfinished = output->temporary;
    }
    int reason = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return descriptor;
}

// The file that replaces another has its owner and permissions, as if that had been written into.
static void copyOwner(int descriptor, const struct stat *info)
{
    struct stat own;
    bool same = fstat(descriptor, &own) == 0 && own.st_uid == info->st_uid && own.st_gid == info->st_gid;
    if (same || fchown(descriptor, info->st_uid, info->st_gid) == 0) {
        fchmod(descriptor, info->st_mode & 07777);
    }
}

static void forget(Output *output)
{
    free(output->target);
    free(output->temporary);
    *output = (Output){0};
}

static int openReplacement(Output *output, const struct stat *info)
{
    if (info != NULL && access(output->path, W_OK) != 0) {
        return -1;
    }
    // The file that a link leads to is replaced, not the link.
    output->target = info != NULL ? realpath(output->path, NULL) : strdup(output->path);
    int descriptor = output->target != NULL ? openTemporary(output) : -1;
    if (descriptor >= 0 && info != NULL) {
        copyOwner(descriptor, info);
    }
    return descriptor;
}

bool Output_Open(Output *output, const char *path, char *error, int errorSize)
{
    *output = (Output){.path = path};
    struct stat info;
    bool exists = stat(path, &info) == 0;
    if (!exists && errno != ENOENT) {
        return fail(error, errorSize, path, getReason(errno));
    }
    struct stat link;
    if (!exists && lstat(path, &link) == 0) {
        return fail(error, errorSize, path, "cannot be written: it is a link that leads nowhere");
    }
    bool straight = exists && (!S_ISREG(info.st_mode) || findStream(&info) >= 0);
    int descriptor = straight ? openStraight(path, &info) : openReplacement(output, exists ? &info : NULL);
    if (descriptor >= 0) {
        output->file = fdopen(descriptor, "wb");
    }
    if (output->file != NULL) {
        return true;
    }
    int reason = errno;
    if (descriptor >= 0) {
        close(descriptor);
        Output_Close(output, false, NULL, 0);
    }
    forget(output);
    return fail(error, errorSize, path, getReason(reason));
}

// Puts the finished file where it belongs, or removes the unfinished one. 0 or the errno.
static int settle(Output *output, bool complete)
{
    sigset_t before;
    blockEndings(&before);
    int reason = 0;
    if (complete && rename(output->temporary, output->target) != 0) {
        reason = errno;
        complete = false;
    }
    if (!complete) {
        unlink(output->temporary);
    }
    unfinished = NULL;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return reason;
}

bool Output_Write(Output *output, const void *data, size_t size)
{
    errno = 0;
    bool written = output->reason == 0 && fwrite(data, 1, size, output->file) == size;
    if (!written && output->reason == 0) {
        output->reason = errno != 0 ? errno : EIO;
    }
    return written;
}

bool Output_Close(Output *output, bool complete, char *error, int errorSize)
{
    const char *path = output->path;
    int reason = output->reason;
    if (output->file != NULL && fclose(output->file) != 0) {
        reason = reason != 0 ? reason : errno;
    }
    complete = complete && reason == 0;
    if (output->temporary != NULL) {
        int unsettled = settle(output, complete);
        reason = reason != 0 ? reason : unsettled;
        complete = complete && unsettled == 0;
    }
    forget(output);
    return complete || fail(error, errorSize, path, getReason(reason));
}

bool Output_WriteFile(const char *path, const void *data, size_t size, char *error, int errorSize)
{
    Output output;
    return Output_Open(&output, path, error, errorSize) &&
           Output_Close(&output, Output_Write(&output, data, size), error, errorSize);
}
