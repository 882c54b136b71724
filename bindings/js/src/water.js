// The package's build `water`: see fluid.d.ts.
import { makeCreateFluid } from "./fluid.js";
import table from "./table_water.js";

export * from "./api.js";
export { FluidError } from "./error.js";
export { freeKept } from "./kept.js";
export const createFluid = makeCreateFluid({ name: "gpufluid/water", findWasm: () => new URL("./water.wasm", import.meta.url), table, solvers: ["water", "particles", "shallow"] });
