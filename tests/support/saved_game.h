/// Games to save: a fluid of each solver and mode with everything that a snapshot must keep. A step's input depends
/// only on the step's number.
#pragma once

#include "support/fixture.h"

#define SAVED_CELLS_X 24
#define SAVED_CELLS_Y 16

/// The scene of a game.
typedef enum SavedScene {
    SAVED_GRID_PLAIN,
    SAVED_GRID_REFLECT, ///< with all options, in half floats
    SAVED_GRID_JACOBI,
    SAVED_GRID_PERIODIC,
    SAVED_GRID_MOVING,        ///< scrolled and carried, with an emitter that sweeps and has a mask, and rigid bodies
    SAVED_GRID_MOVING_LEDGER, ///< likewise, with a ledger of dye and heat
    SAVED_GAUSSIAN,
    SAVED_GAUSSIAN_UNCORRECTED,
    SAVED_GAUSSIAN_PLAIN,
    SAVED_GAUSSIAN_SIMPLE,
    SAVED_GAUSSIAN_CLASSIC,
    SAVED_GAUSSIAN_MOVING,
    SAVED_PARTICLES_SORTED,
    SAVED_PARTICLES_SLOTS,
    SAVED_PARTICLES_HASHED,
    SAVED_PARTICLES_MOVING,
    SAVED_SHALLOW,
    SAVED_SHALLOW_OPEN,
    SAVED_SHALLOW_MOVING,
    SAVED_SCENES
} SavedScene;

/// A game's fluid and handles.
typedef struct SavedGame {
    gfFluid *fluid;
    gfTracers *tracers;
    gfSolidId mover, mask;
    gfEmitterId emitter;
    bool moves; ///< it has the sweeper and the bodies
    gfEmitterId sweeper;
    gfRigidBodyId bodies[3];
    size_t size; ///< of a snapshot after any step
} SavedGame;

/// A snapshot.
typedef struct SavedBytes {
    uint8_t *data;
    size_t size;
    uint64_t particles; ///< a hash of the particles, if the fluid has any
} SavedBytes;

/// Makes a game; fails the test on error.
SavedGame SavedGame_Make(gfDevice *device, SavedScene scene);

/// Gives the input of one step, by the step's number.
void SavedGame_Feed(SavedGame *g, int step);

/// Runs the steps from `from` to `to` with their input.
void SavedGame_Run(SavedGame *g, int from, int to);

/// A snapshot, which goes with the test.
SavedBytes SavedGame_Save(gfFluid *fluid, SavedScene scene);

/// Fails the test if two snapshots differ, chunk by chunk. Texels of particles that are free are left out.
void SavedGame_ExpectSame(const char *what, SavedScene scene, const SavedBytes *a, const SavedBytes *b);

/// Returns the game of a fluid that was made from a snapshot of another, with new handles of the same things.
SavedGame SavedGame_Adopt(gfFluid *fluid, const SavedGame *saved);
