// The package's build `all`: see fluid.d.ts.
import { makeCreateFluid } from "./fluid.js";
import table from "./table_all.js";

export * from "./api.js";
export { FluidError } from "./error.js";
export { freeKept } from "./kept.js";
export const createFluid = makeCreateFluid({ name: "gpufluid", findWasm: () => new URL("./all.wasm", import.meta.url), table, solvers: ["grid", "gaussian", "particles", "shallow", "water"] });
