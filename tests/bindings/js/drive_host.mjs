// A fluid in somebody else's WebGL 2 context, whose whole state is strange: drive_host.mjs FOLDER_OF_PACKAGE [NAME...]
// No call may change any of it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { runTests } from "./chromium.mjs";
import { routePackages } from "./serve.mjs";

const [folder, ...names] = process.argv.slice(2);
assert(folder, "usage: drive_host.mjs FOLDER_OF_PACKAGE [NAME...]");

// Makes a fluid of a build in such a context and calls all that it has; the number of states and of calls.
async function compareStates([build, solver]) {
  const gl = help.context({ depth: true, stencil: true }), textures = help.makeStrange(gl);
  const before = help.readState(gl, textures);
  let calls = 0;
  const compare = (what) => {
    const now = help.readState(gl, textures);
    const changed = Object.keys(before).filter((name) => before[name] !== now[name]);
    help.assert(changed.length === 0, `${what} changes ${changed.map((name) => `${name}: ${before[name]} to ${now[name]}`).join("; ")}`);
    help.assert(gl.getError() === 0, `${what} leaves an error of WebGL`);
    calls++;
  };
  const keep = async (what, call) => {
    const result = call();
    compare(what);
    const value = await result;
    compare(`${what}, later`);
    return value;
  };

  const fluid = await keep("createFluid", () => help.create({ gl, width: 120, height: 80, solver,
    onProgress: () => compare("createFluid, meanwhile") }, build));
  const place = { x: "50%", y: "50%", vx: 50 };
  await keep("splat", () => fluid.splat(place));
  await keep("splat with a texture", () => fluid.splat({ ...place, texture: textures[3] }));
  await keep("splatRandomly", () => fluid.splatRandomly(2));
  const emitter = await keep("addEmitter", () => fluid.addEmitter(place));
  const pictured = await keep("addEmitter with a texture", () => fluid.addEmitter({ ...place, texture: textures[4], color: "red" }));
  const circle = await keep("addSolid, circle", () => fluid.addSolid({ circle: { x: 20, y: 20, radius: 9 } }));
  await keep("addSolid, rectangle", () => fluid.addSolid({ rectangle: { x: 80, y: 20, width: 9, height: 9, angle: 1 } }));
  await keep("addSolid, polygon", () => fluid.addSolid({ polygon: [[9, 9], [20, 9], [9, 20]] }));
  const text = await keep("addSolid, text", () => fluid.addSolid({ text: "A", x: 50, y: 50 }));
  await keep("addSolid, path", () => fluid.addSolid({ path: "M0 0H9V9Z", x: 3, y: 3, invert: false }));
  const picture = new OffscreenCanvas(8, 8);
  picture.getContext("2d").fillRect(0, 0, 8, 8);
  await keep("addSolid, image", () => fluid.addSolid({ image: picture, x: 50, y: 50, width: 8, height: 8 }));
  for (let i = 0; i < 2; i++) await keep("step", () => fluid.step(1 / 60));
  await keep("draw", () => fluid.draw());
  await keep("draw, elsewhere", () => fluid.draw({ framebuffer: null, viewport: [0, 0, 30, 20] }));
  await keep("draw with bloom", () => fluid.draw({ look: { bloom: { enabled: true } } }));
  await keep("drawToTexture", () => fluid.drawToTexture(16, 16));
  await keep("texture", () => fluid.texture("velocity"));
  await keep("read", () => fluid.read("velocity"));
  const snapshot = await keep("save", () => fluid.save());
  await keep("load", () => fluid.load(snapshot));
  await keep("emitter.set", () => emitter.set({ x: 9 }));
  await keep("emitter.remove", () => pictured.remove());
  await keep("solid.set", () => circle.set({ circle: { x: 30, y: 20, radius: 8 } }));
  await keep("solid.set, text", () => text.set({ text: "B", x: 30, y: 20 }));
  await keep("solid.remove", () => text.remove());
  await keep("setParams", () => fluid.setParams(solver === "grid" ? { grid: { vorticityConfinement: 3 } } : {}));
  await keep("setLook", () => fluid.setLook({ opacity: 0.5 }));
  await keep("setColors", () => fluid.setColors(["red"]));
  if (solver !== "grid") await keep("fill", () => fluid.fill("30%"));
  await keep("resize", () => fluid.resize(90, 100));
  await keep("step, resized", () => fluid.step(1 / 60));
  await keep("draw, resized", () => fluid.draw());
  await keep("reset", () => fluid.reset());
  const mistake = () => {
    try {
      fluid.splat({ x: NaN, y: 1 });
    } catch { /* That is its answer. */ }
  };
  await keep("a refused call", mistake);
  await keep("destroy", () => fluid.destroy());
  return [Object.keys(before).length, calls];
}

const solvers = { smoke: ["smoke", "grid"], liquid: ["water", "water"], particles: ["water", "particles"],
  above: ["water", "shallow"] };
const tests = Object.fromEntries(Object.entries(solvers).map(([name, build]) => [name, async (page, open) => {
  await page.addInitScript({ path: fileURLToPath(new URL("state.js", import.meta.url)) });
  await open();
  const [states, calls] = await page.evaluate(compareStates, build);
  assert(states > 100);
  console.log(`    ${states} states, compared ${calls} times: none differs`);
}]));

// In a strange context a fluid computes and draws what it does in a plain one, and names of the host's come back.
async function comparePictures([build, solver]) {
  const width = 48, height = 32, gls = [help.context(), help.context({ depth: true, stencil: true })], found = [];
  for (const [number, gl] of gls.entries()) {
    const target = gl.createTexture(), framebuffer = gl.createFramebuffer();
    gl.bindTexture(gl.TEXTURE_2D, target);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0);
    if (number === 1) help.makeStrange(gl);
    const fluid = await help.create({ gl, width: 120, height: 80, solver, look: { tone: { dither: false } } }, build);
    if (solver !== "grid") fluid.fill("40%");
    fluid.splat({ x: "30%", y: "60%", radius: "15%", color: "#ff6a3c", vx: 60, vy: -20 });
    fluid.addSolid({ text: "A", x: 80, y: 60, font: "40px sans-serif" });
    for (let i = 0; i < 3; i++) fluid.step(1 / 60);
    fluid.draw({ framebuffer, viewport: [0, 0, width, height] });
    const { values } = await fluid.read("velocity"), pixels = new Uint8Array(4 * width * height);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    for (const name of ["PACK_ROW_LENGTH", "PACK_SKIP_PIXELS", "PACK_SKIP_ROWS"]) gl.pixelStorei(gl[name], 0);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    found.push({ values, pixels, fluid, gl });
  }
  const apart = (name) => found[0][name].reduce((most, value, i) => Math.max(most, Math.abs(value - found[1][name][i])), 0);
  const distances = [apart("values"), apart("pixels")], most = Math.max(...found[0].pixels);

  // Textures that the host makes and deletes.
  const { fluid, gl } = found[1], texture = () => {
    const made = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, 4, 4);
    return made;
  };
  const objects = [];
  for (let round = 0; round < 8; round++) {
    const made = Array.from({ length: 20 }, texture);
    for (const each of made) fluid.splat({ x: 20, y: 20, texture: each });
    fluid.step(1 / 60); // which reads them
    for (const each of made) gl.deleteTexture(each);
    fluid.draw();
    gc();
    await help.pause(20);
    gc();
    await help.pause(20);
    objects.push(help.count().objects);
  }
  for (const each of found) each.fluid.destroy();
  return { distances, most, objects };
}

for (const name of ["smoke", "above"]) { // one of each build; test_embedding.c has all solvers
  const build = solvers[name];
  tests[`${name}Alike`] = async (page, open) => {
    await page.addInitScript({ path: fileURLToPath(new URL("state.js", import.meta.url)) });
    await open();
    const { distances: [values, pixels], most, objects } = await page.evaluate(comparePictures, build);
    assert(most > 30, "nothing is seen");
    assert(values < 1e-3 && pixels <= 2, `${name}: velocities differ by ${values}, pictures by ${pixels} of 255`);
    assert.equal(objects.at(-1), objects[1], `objects of WebGL grow: ${objects}`);
    console.log(`    velocities differ by ${values}, pictures by ${pixels} of 255 from those of a plain context`);
  };
}

// A transparent material of three.js shows what the fluid draws by itself over the same scene.
async function compareBlending() {
  const THREE = await import("https://cdn.jsdelivr.net/npm/three@0.187.0/build/three.module.js");
  const [{ GF_ALPHA_STRAIGHT }, { drawToTexture }] = await Promise.all(["smoke", "three"].map((name) => import(`/gpufluid/${name}.js`)));
  const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true }), gl = renderer.getContext();
  const width = 120, height = 80;
  renderer.setSize(width, height);
  const fluid = await help.create({ gl, width, height, quality: { cells: 48, dyeScale: 1 } });
  fluid.splat({ x: "30%", y: "50%", radius: "20%", color: "#ff6a3c", amount: 0.5 });
  fluid.splat({ x: "70%", y: "30%", radius: "10%", color: "#3060ff", amount: 2 });
  fluid.step(1 / 60);
  const scene = new THREE.Scene(), camera = new THREE.OrthographicCamera(-1, 1, 1, -1, -1, 1);
  scene.background = new THREE.Color("#c0d080");
  const read = () => {
    const pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
  };
  const distance = (a, b) => a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) / a.length;

  renderer.render(scene, camera);
  const empty = read();
  fluid.draw({ framebuffer: null, viewport: [0, 0, width, height] });
  const drawn = read(), texture = new THREE.ExternalTexture();
  drawToTexture(fluid, texture, width, height, { alpha: GF_ALPHA_STRAIGHT, blend: false });
  scene.add(new THREE.Mesh(new THREE.PlaneGeometry(2, 2), new THREE.MeshBasicMaterial({ map: texture, transparent: true })));
  renderer.render(scene, camera);
  const shown = read();
  fluid.destroy();
  return [distance(shown, drawn), distance(empty, drawn)];
}

tests.threeBlends = async (page, open) => {
  await routePackages(page, readFile);
  await open();
  const [apart, whole] = await page.evaluate(compareBlending);
  assert(whole > 8 && apart < 1, `the material's picture is ${apart} of 255 from the fluid's own, and an empty one ${whole}`);
  console.log(`    the material's picture is ${apart.toFixed(2)} of 255 from the fluid's own, and an empty one ${whole.toFixed(2)}`);
};

await runTests(folder, tests, names);
