#include "support/testing.h"

#include "support/fixture.h"

#include <fnmatch.h>

#define TESTS_MAX 128
#define NAMES_MAX 64

typedef struct Listed {
    int line;
    TestTier tier;
    struct CMUnitTest test;
} Listed;

static Listed listed[TESTS_MAX];
static size_t listedCount;
static CMFixtureFunction groupSetUp = Fixture_SetUp, groupTearDown = Fixture_TearDown;
static CMFixtureFunction eachSetUp, eachTearDown = Fixture_Clean;

void Testing_Add(int line, TestTier tier, struct CMUnitTest test)
{
    if (listedCount < TESTS_MAX) {
        listed[listedCount++] = (Listed){line, tier, test};
    } else {
        fprintf(stderr, "%s: a program has at most %d tests\n", test.name, TESTS_MAX);
        abort();
    }
}

void Testing_StartFrom(CMFixtureFunction setUp, CMFixtureFunction tearDown, bool each)
{
    groupSetUp = each ? NULL : setUp;
    groupTearDown = each ? NULL : tearDown;
    eachSetUp = each ? setUp : NULL;
    eachTearDown = each ? tearDown : groupTearDown == Fixture_TearDown ? Fixture_Clean : NULL;
}

static int compareLines(const void *a, const void *b)
{
    return ((const Listed *)a)->line - ((const Listed *)b)->line;
}

int main(int argc, char **argv)
{
    static const char *const tierNames[] = {"--quick", "--ci", "--all"};
    struct CMUnitTest chosen[TESTS_MAX] = {{0}};
    const char *names[NAMES_MAX];
    size_t count = 0, nameCount = 0, part = 1, parts = 1;
    int tier = -1;
    for (int i = 1; i < argc; i++) {
        bool known = false;
        for (int t = 0; t < 3; t++) {
            if (strcmp(argv[i], tierNames[t]) == 0) {
                tier = t;
                known = true;
            }
        }
        if (strcmp(argv[i], "--part") == 0 && i + 1 < argc) {
            known = sscanf(argv[++i], "%zu/%zu", &part, &parts) == 2 && part >= 1 && part <= parts;
        } else if (argv[i][0] != '-') {
            names[nameCount++] = argv[i];
            known = nameCount < NAMES_MAX;
        }
        if (!known) {
            fprintf(stderr, "usage: %s [--quick | --ci | --all] [--part 2/3] [NAME..., * and ? may stand in them]\n",
                    argv[0]);
            return 2;
        }
    }
    qsort(listed, listedCount, sizeof listed[0], compareLines);
    for (size_t i = listedCount * (part - 1) / parts; i < listedCount * part / parts; i++) {
        bool named = nameCount == 0;
        for (size_t k = 0; k < nameCount; k++) {
            named = named || fnmatch(names[k], listed[i].test.name, 0) == 0;
        }
        if (named && (tier < 0 || (int)listed[i].tier == tier)) {
            struct CMUnitTest test = listed[i].test;
            test.setup_func = test.setup_func != NULL ? test.setup_func : eachSetUp;
            test.teardown_func = test.teardown_func != NULL ? test.teardown_func : eachTearDown;
            chosen[count++] = test;
        }
    }
    if (count == 0) {
        fprintf(stderr, "%s: no tests of that tier, part and name\n", argv[0]);
        return 2;
    }
    return _cmocka_run_group_tests(argv[0], chosen, count, groupSetUp, groupTearDown);
}
