// The C API in JavaScript, without a context: what goes into memory and comes back, and what is refused.
// Arguments: the package's folder, and the description of the interface for wasm32.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, description] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}`));
const [{ Runtime }, { createApi }, { FluidError }, constants] = await Promise.all(
  ["runtime.js", "codec.js", "error.js", "api.js"].map(load));
const interfaces = JSON.parse(readFileSync(description, "utf8"));

// A context in which nothing is: enough for calls that need none.
const noContext = new Proxy({}, { get: () => () => null });

async function open(build) {
  const runtime = new Runtime(noContext), { default: table } = await load(`table_${build}.js`);
  await runtime.start(new WebAssembly.Module(readFileSync(`${folder}/${build}.wasm`)));
  return { runtime, api: createApi(runtime, table) };
}

const { runtime, api } = await open("all");
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6 * (1 + Math.abs(b)), `${a} is not ${b}`);

function testAllIsThere() {
  for (const { name } of interfaces.functions) assert.equal(typeof api[name], "function", name);
  for (const { values } of interfaces.enums) {
    for (const { name, value } of values) assert.equal(constants[name], value, name);
  }
}

// Each definition's defaults come back as they went in: by every member, through a call that reads and one that writes.
function testDefaults() {
  const made = interfaces.functions.filter(({ name, parameters }) => /^gfDefault/.test(name) && parameters.length === 0);
  assert.ok(made.length > 20);
  for (const { name, returns } of made) {
    const first = api[name](), fields = interfaces.structs.find((struct) => struct.name === returns).fields;
    assert.deepEqual(Object.keys(first), fields.map((field) => field.name), name);
    assert.deepEqual(api[name](), first, name);
  }
  const grid = api.gfDefaultFluidDef().grid, tuned = api.gfGridParams_SetQuality(grid, constants.GF_QUALITY_REFERENCE);
  assert.deepEqual({ ...tuned, keepTotals: grid.keepTotals }, { ...grid, ...pick(tuned, ["advection", "scheme",
    "velocityPrecision", "pressureCycles", "pressureWarmStart", "diffusionCycles", "cflLimit", "cflSubsteps"]), keepTotals: grid.keepTotals });
  assert.equal(tuned.keepTotals, true);
}

const pick = (object, names) => Object.fromEntries(names.map((name) => [name, object[name]]));

// Structures by value, in and out, arrays within and matrices.
function testValues() {
  const circle = api.gfMakeCircle({ x: 1.5, y: -2 }, 0.25);
  assert.equal(circle.kind, constants.GF_SHAPE_CIRCLE);
  assert.deepEqual(circle.a, { x: 1.5, y: -2 });
  assert.deepEqual(api.gfShape_GetCentre(circle), { x: 1.5, y: -2 });
  const moved = api.gfMoveShape(circle, { x: 1, y: 1 }, 0);
  assert.deepEqual(moved.a, { x: 2.5, y: -1 });
  const corners = [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 2, y: 1 }, { x: 0, y: 1 }], polygon = api.gfMakePolygon(corners);
  assert.equal(polygon.pointCount, 4);
  assert.deepEqual(polygon.points.slice(0, 4), corners);
  assert.deepEqual(api.gfShape_GetCentre(polygon), { x: 1, y: 0.5 });
  const turn = api.gfMakeQuat({ x: 0, y: 0, z: 1 }, Math.PI / 2);
  near(turn.z, Math.SQRT1_2);
  near(turn.w, Math.SQRT1_2);
  assert.deepEqual(api.gfShape3D_GetCentre(api.gfMakeBox({ x: 1, y: 2, z: 3 }, { x: 1, y: 1, z: 1 }, turn)), { x: 1, y: 2, z: 3 });
  const view = api.gfMakeView({ x: 1, y: 1 }, 4, 2);
  assert.equal(view.m.length, 6);
  near(view.m[0], 0.5);
  const identity = Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 1 : 0)), mirrored = api.gfSurface_GetMirror(identity, 0);
  assert.ok(mirrored instanceof Float32Array && mirrored.length === 16);
  assert.equal(mirrored.filter((value) => value === -1).length, 1);
  assert.equal(api.gfErrorText(0), "no error");
  assert.match(api.gfGetVersion(), /^\d+\.\d+\.\d+$/);
}

function expectError(call, code, text) {
  const top = runtime.exports.stackSave();
  assert.throws(call, (error) => error instanceof FluidError && error.code === code && text.test(error.message), `${code} ${text}`);
  assert.equal(runtime.exports.stackSave(), top, "the stack is as it was");
  assert.equal(api.takeError(), null, "an error that was told is forgotten");
}

function testErrors() {
  expectError(() => api.gfCreateFluid(null, {}), "NULL_ARGUMENT", /device/);
  expectError(() => api.gfSuggestLiquid(-1, 1, 64), "OUT_OF_RANGE", /height/);
  expectError(() => api.gfGetPalette(999), "OUT_OF_RANGE", /999/);
  expectError(() => api.gfFluid_Splat(null, { shap: {} }), "TYPE", /no "shap".*shape/);
  expectError(() => api.gfFluid_Splat(null, { dye: [1, 2, 3, 4, 5] }), "OUT_OF_RANGE", /5 values; 4/);
  expectError(() => api.gfFluid_Splat(null, { softness: "1" }), "TYPE", /softness is "1"; a number/);
  expectError(() => api.gfFluid_Splat(null, { sweeps: 1 }), "TYPE", /true or false/);
  expectError(() => api.gfFluid_Splat(null, { texture: 1.5 }), "TYPE", /whole/);
  expectError(() => api.gfFluid_Splat(null, { dye: [1, 2, 3] }), "OUT_OF_RANGE", /3 values; 4/);
  expectError(() => api.gfFluid_Splat(null, { texture: -1 }), "OUT_OF_RANGE", /0 to 4294967295/);
  expectError(() => api.gfSuggestLiquid(1, 1, 2 ** 32 + 64), "OUT_OF_RANGE", /cells is 4294967360/);
  expectError(() => api.gfFluid_Splat(null, 7), "TYPE", /an object/);
  expectError(() => api.gfFluid_Splat(null, { softness: Symbol("s") }), "TYPE", /Symbol\(s\)/);
  expectError(() => api.gfCreateDevice({ getProcAddressFrom() {} }), "TYPE", /getProcAddressFrom is of the type function; a page can't/);
  expectError(() => api.gfCreateDevice({ getProcAddress() {} }), "TYPE", /null is expected, for a page has its own/);
  expectError(() => api.gfCreateDevice({ log: "console" }), "TYPE", /log is "console"; a function, or null/);
  expectError(() => api.gfCreateDevice({ logUser: 5 }), "TYPE", /logUser is 5; null/);
  expectError(() => api.gfCreateDevice({ shaderDir: "x".repeat(400000) }), "SHADER_FILE", /cannot read shader 'xxx/);
  expectError(() => api.gfFluid_ReadFieldBlocking(null, 0, 2 ** 30), "OUT_OF_MEMORY", /4294967296 bytes/);
  expectError(() => api.gfMakeCircle({ x: 0 }, {}), "TYPE", /radius/);
  expectError(() => api.gfMakePolygon("no"), "TYPE", /array/);
  expectError(() => api.gfSurface_GetMirror([1, 2, 3], 0), "OUT_OF_RANGE", /3 numbers; 16/);
  expectError(() => api.gfFluid_ReadFieldBlocking(null, 0, -1), "OUT_OF_RANGE", /count is -1/);
  expectError(() => api.gfFluid_Load(null, [1, 2]), "TYPE", /ArrayBuffer/);
  expectError(() => api.gfMakeCircle({ x: 0, y: 0 }, 1, 2), "TYPE", /3 arguments are given; 2/);
  assert.equal(api.gfDestroyFluid(null), undefined);
}

// Functions of the page's that C calls: what they are given, what they may not do, and what becomes of what they throw.
async function testCallbacks() {
  const seen = [], def = { ...api.gfDefaultDeviceDef(), shaderDir: "nowhere" }, refused = ["SHADER_FILE", /nowhere/];
  assert.equal(def.getProcAddress, null);
  const log = (...given) => {
    seen.push(given);
    assert.throws(() => api.gfGetVersion(), { code: "CALL_ORDER", message: /gfGetVersion.*not to call the library/ });
  };
  expectError(() => api.gfCreateDevice({ ...def, log }), ...refused);
  assert.ok(seen.length > 0);
  const [level, code, message] = seen.at(-1), count = seen.length;
  assert.deepEqual([level, code], [constants.GF_LOG_ERROR, constants.GF_ERROR_SHADER_FILE]);
  assert.match(message, /cannot read shader 'nowhere/);
  expectError(() => api.gfCreateDevice({ ...def, log: null }), ...refused);
  assert.equal(seen.length, count, "a function is called for its own device alone");

  const thrown = new Promise((done) => process.once("uncaughtException", done));
  expectError(() => api.gfCreateDevice({ ...def, log() { throw new Error("mine"); } }), ...refused);
  assert.equal((await thrown).message, "mine");
}

// Lists longer than the stack, while memory grows.
function testMuch() {
  const before = runtime.u8.length, points = Array.from({ length: 300000 }, (_, i) => ({ x: i, y: 1 }));
  expectError(() => api.gfQuery_SetPoints(null, points), "NULL_ARGUMENT", /query/);
  const grown = runtime.u8.length;
  assert.ok(grown > before, "memory grew");
  for (let i = 0; i < 20; i++) expectError(() => api.gfQuery_SetPoints(null, points), "NULL_ARGUMENT", /query/);
  assert.equal(runtime.u8.length, grown, "what was borrowed is given back");
}

async function testSmallBuild() {
  const { api: smoke } = await open("smoke");
  for (const { name } of interfaces.functions) assert.equal(typeof smoke[name], "function", name);
  assert.equal(smoke.then, undefined);
  assert.throws(() => smoke.gfCreateFluid3D(null, {}), { code: "UNSUPPORTED", message: /gfCreateFluid3D is not in this build/ });
  assert.equal(smoke.gfDefaultFluidDef().gridWidth, 256);
}

for (const test of [testAllIsThere, testDefaults, testValues, testErrors, testCallbacks, testMuch, testSmallBuild]) {
  await test();
  console.log(`${test.name}: good`);
}
