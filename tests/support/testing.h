/// The tests of a program, each told once, where it is written:
///
///     TEST(testFluidIsStill)
///     {
///         gfFluid *fluid = Fixture_MakeFluid(fixture, 32, 32);
///         ...
///     }
///
/// In it `fixture` is the program's Fixture, and *state what the set-up made. support/testing.c has `main`, which runs
/// them in the order of their lines; arguments choose some: `--quick`, `--ci` and `--all` those of a tier, `--part 2/3`
/// the second third, and names with wildcards those that have one.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct Fixture Fixture;

/// The shortest run that includes a test: `./run test`, `./run test --ci`, or `./run test --all`.
typedef enum TestTier { TEST_TIER_QUICK, TEST_TIER_CI, TEST_TIER_ALL } TestTier;

#define TEST(name) TEST_OF(name, TEST_TIER_QUICK, NULL, NULL)
/// A long test, which runs only with --ci, or only with --all.
#define TEST_CI(name) TEST_OF(name, TEST_TIER_CI, NULL, NULL)
#define TEST_ALL(name) TEST_OF(name, TEST_TIER_ALL, NULL, NULL)

/// Fails the test with a message, formatted as by printf, if the condition holds.
#define fail_if(condition, ...)    \
    do {                           \
        if (condition) {           \
            fail_msg(__VA_ARGS__); \
        }                          \
    } while (0)

/// The set-up that all tests of the program share, made once: by default Fixture_SetUp and Fixture_TearDown. NULL:
/// none.
#define TESTS_START_FROM(setUp, tearDown) TESTING_STARTS(setUp, tearDown, false)
/// The set-up that is made for each test.
#define EACH_TEST_STARTS_FROM(setUp, tearDown) TESTING_STARTS(setUp, tearDown, true)

/// A test with a set-up of its own, within that of the program.
#define TEST_OF(name, tier, setUp, tearDown)                                                        \
    static void name(void **state, Fixture *fixture);                                               \
    static void name##_run(void **state)                                                            \
    {                                                                                               \
        name(state, *state);                                                                        \
    }                                                                                               \
    __attribute__((constructor)) static void name##_add(void)                                       \
    {                                                                                               \
        Testing_Add(__LINE__, tier, (struct CMUnitTest){#name, name##_run, setUp, tearDown, NULL}); \
    }                                                                                               \
    static void name(__attribute__((unused)) void **state, __attribute__((unused)) Fixture *fixture)

#define TESTING_STARTS(setUp, tearDown, each)                     \
    __attribute__((constructor)) static void testing_starts(void) \
    {                                                             \
        Testing_StartFrom(setUp, tearDown, each);                 \
    }

/// Called before main, by the macros above.
void Testing_Add(int line, TestTier tier, struct CMUnitTest test);
void Testing_StartFrom(CMFixtureFunction setUp, CMFixtureFunction tearDown, bool each);

/// Evaluates to the pointer, of any kind, that a call returns; fails the test if it is NULL.
#define MADE(call) Testing_Made(call, #call, __FILE__, __LINE__)
static inline void *Testing_Made(void *made, const char *call, const char *file, int line)
{
    _assert_true((uintmax_t)(uintptr_t)made, call, file, line);
    return made;
}
