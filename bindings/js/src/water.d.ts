export * from "./api.js";
export * from "./fluid.js";
