// measure FILE NAME COMMAND...: runs a test, and adds a line to FILE: its name, and the seconds of processor time that
// it and the processes it waited for have used. Ends as the command did.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

int main(int argc, char **argv)
{
    int status = 0;
    struct rusage used;
    if (argc < 4) {
        fprintf(stderr, "measure: a file, a name and a command are expected\n");
        return 2;
    }
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[3], argv + 3);
        perror(argv[3]);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || getrusage(RUSAGE_CHILDREN, &used) != 0) {
        perror("measure");
        return 1;
    }
    FILE *file = fopen(argv[1], "a"); // one short line: tests that end together don't mix theirs
    if (file != NULL) {
        fprintf(file, "%s %.2f\n", argv[2], seconds(used.ru_utime) + seconds(used.ru_stime));
        fclose(file);
    }
    if (WIFSIGNALED(status)) {
        fprintf(stderr, "measure: %s was ended by signal %d, %s\n", argv[2], WTERMSIG(status),
                strsignal(WTERMSIG(status)));
        return 128 + WTERMSIG(status);
    }
    return WEXITSTATUS(status);
}
