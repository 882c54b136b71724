// Figures: what a test measured, with what is right and the bounds that it must keep.
#pragma once

// Fails unless low <= measured <= high. With GF_FIGURES in the environment it prints the figure as well, as a row that
// tests/figures.py reads. expected is what is right, NAN where nothing but bounds is known.
void Figure(const char *what, double measured, double expected, double low, double high);
