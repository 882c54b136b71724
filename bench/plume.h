/// The situation of the cases `step` and `quality`: a domain 1 m high, a solid disc, and below it a disc that pours in
/// dye and heat.
#ifndef BENCH_PLUME_H
#define BENCH_PLUME_H

#include "bench.h"
#include "plain.h"

/// For the library, with these tunables and the precision of the options. Null with a line in setup->gpu->error.
gfFluid *Plume_CreateFluid(const BenchSetup *setup, const gfGridParams *params);

/// Dye everywhere, so that no part of the domain is cheaper than another. False with a line in setup->gpu->error.
bool Plume_FillWithDye(const BenchSetup *setup, gfFluid *fluid);

/// The same for plain, with `iterations` of Jacobi.
PlainDef Plume_PlainDef(const BenchSetup *setup, int iterations);

#endif
