// What a run of frames says about the time to go.
#include "support/progress.h"
#include "support/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The seconds that a line promises, or -1.
static double getPromise(const char *line)
{
    const char *comma = strrchr(line, ',');
    double value = 0.0;
    char unit[8];
    if (comma == NULL || sscanf(comma, ", %lf %7s to go", &value, unit) != 2 || strstr(line, "to go") == NULL) {
        return -1.0;
    }
    return value * (strcmp(unit, "h") == 0 ? 3600.0 : strcmp(unit, "min") == 0 ? 60.0 : 1.0);
}

// Runs frames that take `frame_s` each but for the first. Returns the lines that promised something.
static int follow(int frames, double first_s, double frame_s, double interval)
{
    int promises = 0;
    double now = 1000.0;
    Progress progress = Progress_Start(frames, interval, now);
    for (int done = 1; done <= frames; done++) {
        now += done == 1 ? first_s : frame_s;
        char line[128];
        if (!Progress_Say(&progress, done, now, line, (int)sizeof line)) {
            continue;
        }
        char start[64];
        snprintf(start, sizeof start, "frame %d of %d", done, frames);
        assert_int_equal(strncmp(line, start, strlen(start)), 0);
        double left = frame_s * (frames - done), promise = getPromise(line);
        if (promise >= 0.0) {
            assert_true(promise >= 0.6 * left && promise <= 1.5 * left + 1.0);
            promises++;
        }
    }
    return promises;
}

TEST(testFirstFrameIsNoMeasure)
{
    assert_true(follow(240, 8.0, 0.05, 0.5) > 5);
    assert_true(follow(240, 8.0, 0.05, 5.0) >= 1);
    assert_true(follow(1000, 20.0, 30.0, 5.0) > 900); // hours
    assert_true(follow(1000, 0.1, 0.5, 5.0) > 50);
    assert_int_equal(follow(3, 8.0, 8.0, 0.5), 0); // too few to tell
}

TEST(testShortRunsSayNothing)
{
    char line[128];
    Progress progress = Progress_Start(10, 5.0, 0.0);
    for (int done = 1; done <= 10; done++) {
        assert_false(Progress_Say(&progress, done, 0.05 * done, line, (int)sizeof line));
    }
}

// Long runs tell within a second, in a log, too, what is to go.
TEST(testFirstSecondTells)
{
    char line[128];
    Progress progress = Progress_Start(1000, 5.0, 0.0);
    int done = 1;
    while (!Progress_Say(&progress, done, 0.1 * done, line, (int)sizeof line)) {
        done++;
    }
    assert_true(done <= 10 && getPromise(line) >= 0.09 * (1000 - done) && getPromise(line) <= 0.13 * (1000 - done));
    progress = Progress_Start(100, 5.0, 0.0);
    assert_true(Progress_Say(&progress, 1, 3.0, line, (int)sizeof line)); // which compiled shaders
    assert_string_equal(line, "frame 1 of 100");                          // no measure yet
}

TEST(testLastLineEndsTheRun)
{
    char line[128];
    Progress progress = Progress_Start(20, 5.0, 0.0);
    assert_true(Progress_Say(&progress, 1, 6.0, line, (int)sizeof line));
    assert_string_equal(line, "frame 1 of 20");
    for (int done = 2; done < 20; done++) {
        assert_false(Progress_Say(&progress, done, 6.0 + 0.01 * done, line, (int)sizeof line));
    }
    assert_true(Progress_Say(&progress, 20, 6.2, line, (int)sizeof line));
    assert_null(strstr(line, "to go"));
    assert_non_null(strstr(line, "frame 20 of 20"));
}

TESTS_START_FROM(NULL, NULL)
