#define _POSIX_C_SOURCE 200809L
#include "ffmpeg.h"

#include "support/complain.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH_SIZE 4096

extern char **environ;

bool Ffmpeg_IsThere(const char *flag)
{
    const char *folder = getenv("PATH");
    while (folder != NULL && folder[0] != '\0') {
        char path[PATH_SIZE];
        size_t length = strcspn(folder, ":");
        int written = snprintf(path, sizeof path, "%.*s/ffmpeg", (int)length, folder);
        if (written > 0 && written < PATH_SIZE && access(path, X_OK) == 0) {
            return true;
        }
        folder += length + (folder[length] == ':' ? 1 : 0);
    }
    return Complain("%s needs the program ffmpeg, which is not found in PATH: install it (Debian: apt-get install "
                    "ffmpeg)",
                    flag);
}

void Ffmpeg_Append(const char **arguments, int *count, const char *const *more)
{
    for (; *more != NULL; more++) {
        arguments[(*count)++] = *more;
    }
    arguments[*count] = NULL;
}

bool Ffmpeg_Start(Ffmpeg *ffmpeg, const char *const *arguments, bool reads)
{
    int ends[2];
    int reason = pipe(ends) == 0 ? 0 : errno;
    if (reason == 0) {
        posix_spawn_file_actions_t actions;
        fcntl(ends[0], F_SETFD, FD_CLOEXEC);
        fcntl(ends[1], F_SETFD, FD_CLOEXEC);
        reason = posix_spawn_file_actions_init(&actions);
        if (reason == 0) {
            posix_spawn_file_actions_adddup2(&actions, ends[reads ? 1 : 0], reads ? STDOUT_FILENO : STDIN_FILENO);
            reason = posix_spawnp(&ffmpeg->process, "ffmpeg", &actions, NULL, (char *const *)arguments, environ);
            posix_spawn_file_actions_destroy(&actions);
        }
        close(ends[reads ? 1 : 0]);
        ffmpeg->pipe = ends[reads ? 0 : 1];
        if (reason != 0) {
            close(ffmpeg->pipe);
        }
    }
    if (reason != 0) {
        Complain("ffmpeg cannot be started: %s", strerror(reason));
    }
    return reason == 0;
}

int Ffmpeg_End(Ffmpeg *ffmpeg)
{
    int status = 0;
    close(ffmpeg->pipe);
    while (waitpid(ffmpeg->process, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}
