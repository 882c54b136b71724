/// Games to save: a fluid of each solver and mode with all that a snapshot has to keep, played by input that follows
/// from the number of a step.
#pragma once

#include "support/fixture.h"

#define SAVED_CELLS_X 24
#define SAVED_CELLS_Y 16

/// What it plays in.
typedef enum SavedScene {
    SAVED_GRID_PLAIN,
    SAVED_GRID_REFLECT, ///< with all that can be asked for, in halves
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

/// What a game has of a fluid.
typedef struct SavedGame {
    gfFluid *fluid;
    gfTracers *tracers;
    gfSolidId mover, mask;
    gfEmitterId emitter;
    bool moves; ///< with what follows
    gfEmitterId sweeper;
    gfRigidBodyId bodies[3];
    size_t size; ///< of a snapshot after a step: the same while it runs
} SavedGame;

/// A snapshot.
typedef struct SavedBytes {
    uint8_t *data;
    size_t size;
    uint64_t particles; ///< what they are, of a fluid that has some
} SavedBytes;

/// Fails the test if it cannot be.
SavedGame SavedGame_Make(gfDevice *device, SavedScene scene);

/// The input of one step: all of it follows from its number.
void SavedGame_Feed(SavedGame *g, int step);

/// Steps it with that input.
void SavedGame_Run(SavedGame *g, int from, int to);

/// A snapshot, which goes with the test.
SavedBytes SavedGame_Save(gfFluid *fluid, SavedScene scene);

/// Fails the test where two snapshots differ, chunk by chunk. What a particle's texel holds that is free is left out,
/// with all of its state.
void SavedGame_ExpectSame(const char *what, SavedScene scene, const SavedBytes *a, const SavedBytes *b);

/// The game of a fluid that was made of the snapshot of another: the same things by their new handles.
SavedGame SavedGame_Adopt(gfFluid *fluid, const SavedGame *saved);
