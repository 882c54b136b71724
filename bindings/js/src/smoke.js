// The package's build `smoke`: see fluid.d.ts.
import { makeCreateFluid } from "./fluid.js";
import table from "./table_smoke.js";

export * from "./api.js";
export { FluidError } from "./error.js";
export { freeKept } from "./kept.js";
export const createFluid = makeCreateFluid({ name: "gpufluid/smoke", findWasm: () => new URL("./smoke.wasm", import.meta.url), table, solvers: ["grid"] });
