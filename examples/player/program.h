/// The main function that fluid_demo and fluid_bake share.
#ifndef PLAYER_PROGRAM_H
#define PLAYER_PROGRAM_H

#include "controls.h"

/// A program: its name, its options and its work.
typedef struct Program {
    const char *name;
    OptionsProgram options;
    int (*run)(Controls *controls); ///< runs the scene; returns the exit status
    void (*report)(void);           ///< --report; null: it has none
} Program;

/// Reads the command line, opens what it names, and runs. Returns the exit status.
int Program_Main(const Program *program, int argc, char **argv);

#endif
