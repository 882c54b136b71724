// Figures: a test's measured value, the right value, and the bounds that it must keep.
#pragma once

// Fails unless low <= measured <= high. With GF_FIGURES in the environment it prints the figure as well, as a row that
// tests/figures.py reads. expected is the right value, NAN if only bounds are known.
void Figure(const char *what, double measured, double expected, double low, double high);
