// The same program from C++.
#include "consumer.c"
