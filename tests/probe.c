// How fast this machine is: `./run test` times this, one on each core, and scales what its tests take by it. Arithmetic
// on a small grid, which is what a software GL does with shaders.
#include <stdio.h>

#define SIDE 256
#define ROUNDS 6000

int main(void)
{
    static float grids[2][SIDE + 2][SIDE + 2];
    for (int i = 0; i < SIDE + 2; i++) {
        grids[0][0][i] = grids[1][0][i] = 1.0f;
    }
    for (int round = 0; round < ROUNDS; round++) {
        float(*from)[SIDE + 2] = grids[round % 2], (*to)[SIDE + 2] = grids[1 - round % 2];
        for (int j = 1; j <= SIDE; j++) {
            for (int i = 1; i <= SIDE; i++) {
                to[j][i] = (from[j][i - 1] + from[j][i + 1] + from[j - 1][i] + from[j + 1][i]) / 4.0f;
            }
        }
    }
    printf("%g\n", (double)grids[0][SIDE / 2][SIDE / 2]);
    return 0;
}
