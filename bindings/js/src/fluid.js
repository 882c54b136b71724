// A fluid on a page: see fluid.d.ts.
import { createApi } from "./codec.js";
import * as gf from "./api.js";
import { clearPicture, layOver, makeContext, Pointers, resizeCanvas, Watch } from "./canvas.js";
import { colors, fields, makeDefinition, makeLook, solvers } from "./defaults.js";
import { FluidError } from "./error.js";
import { Geometry } from "./geometry.js";
import { keep, takeKept } from "./kept.js";
import { drawsInSoftware, Judge, sizes, suggestSize } from "./quality.js";
import { compile, Runtime } from "./runtime.js";
import { Emitter, Solid } from "./things.js";
import { makeFilling, makeSources, makeStroke } from "./sources.js";
import { checkNames, choose, expect, merge, readColor, readNumber, translate, translated } from "./values.js";

const optionNames = ["canvas", "gl", "element", "layer", "width", "height", "solver", "quality", "alpha", "background",
  "colors", "pointer", "autoplay", "reducedMotion", "def", "look", "wasm", "signal", "onWarning", "onProgress"];
// What setParams takes.
const paramNames = ["boundaries", "grid", "gaussian", "particles", "shallow", "water", "fixedStep", "maxSteps"];
// Where a solver is that the build for liquids lacks.
const homes = { grid: '"gpufluid/smoke" or "gpufluid"', gaussian: '"gpufluid"' };
const longest_s = 1 / 20; // what a frame that took longer counts for
const settled_ms = 150; // a size that has not changed for so long is taken for the grid
const kept_ms = 4000; // between two snapshots, which a lost context comes back with
const calm_ms = 5000; // after so long without a hand, somebody looks whether anything moves
const calm_speed = 0.004, calm_dye = 0.02; // m/s and amount; slower fluid and paler dye are taken for still
const prepared_ms = 12; // of shaders that are compiled in one go
const picture_most = 4096; // pixels of a canvas's longer side
const alphas = { premultiplied: gf.GF_ALPHA_PREMULTIPLIED, straight: gf.GF_ALPHA_STRAIGHT, opaque: gf.GF_ALPHA_OPAQUE };
const levels = { low: 3, medium: 2, high: 0 }; // numbers of sizes

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const nextFrame = globalThis.requestAnimationFrame?.bind(globalThis) ?? ((call) => setTimeout(() => call(performance.now()), 16));

function checkOptions(options, build) {
  checkNames(options, optionNames, "createFluid");
  const places = ["canvas", "gl", "element"].filter((name) => options[name] !== undefined);
  expect(places.length === 1, "OUT_OF_RANGE", `createFluid: one of canvas, gl and element is expected, and ${places.join(" and ") || "none"} given`);
  const solver = choose(options.solver ?? build.solvers[0], Object.keys(solvers), "solver");
  expect(build.solvers.includes(solver), "UNSUPPORTED", `${build.name} has no solver "${solver}"; import ${homes[solver] ?? '"gpufluid/water" or "gpufluid"'}, which has it`);
  choose(options.layer ?? "over", ["over", "behind"], "layer");
  choose(options.alpha ?? "premultiplied", Object.keys(alphas), "alpha");
  choose(options.pointer ?? "splats", ["splats", "none"], "pointer");
  choose(options.reducedMotion ?? "respect", ["respect", "ignore"], "reducedMotion");
  const { element, canvas, gl } = options;
  expect(element === undefined || typeof element?.prepend === "function", "TYPE", `element is ${element}; an element of the page is expected, such as document.querySelector(...) gives`);
  expect(canvas === undefined || typeof canvas?.getContext === "function", "TYPE", "canvas: a <canvas> or an OffscreenCanvas is expected");
  expect(gl === undefined || typeof gl?.getParameter === "function" && "texStorage2D" in gl, "TYPE",
    "gl: a WebGL 2 context is expected, such as three.js gives by renderer.getContext()");
  return solver;
}

// Where the module lies: beside this script, which a classic script or CommonJS that a bundler made can't tell of itself.
function findModule(options, build) {
  try {
    return options.wasm ?? build.findWasm();
  } catch {
    throw new FluidError("UNSUPPORTED", "createFluid: this bundle has no import.meta.url, beside which the .wasm file is looked for; its address is expected, such as wasm: \"/assets/smoke.wasm\"");
  }
}

function readColors(list) {
  expect(Array.isArray(list) && list.length > 0, "TYPE", "colors: an array of colours is expected");
  return list.map((color, i) => readColor(color, `colors[${i}]`));
}

// Sizes that options choose, and whether they may give way to smaller ones.
function chooseQuality(quality = "auto", gl) {
  if (typeof quality === "string") {
    choose(quality, ["auto", ...Object.keys(levels)], "quality");
    return { number: quality === "auto" ? suggestSize(gl) : levels[quality], fits: quality === "auto", own: {} };
  }
  checkNames(quality, ["cells", "dyeScale", "pixelRatio"], "quality");
  readNumber(quality.cells, 256, 16, 4096, "quality.cells");
  readNumber(quality.dyeScale, 1, 0.25, 8, "quality.dyeScale");
  readNumber(quality.pixelRatio, 1, 0.05, 8, "quality.pixelRatio");
  return { number: suggestSize(gl), fits: quality.cells === undefined, own: quality };
}

class Fluid extends EventTarget {
  #build;
  #options;
  #solver;
  #layer = null; // of an element
  #watch = null;
  #pointers = null;
  #runtime;
  #quality;
  #software;
  #judge = new Judge();
  #page = new Geometry(1, 1);
  #wantedSize = { width: 0, height: 0, since: 0 };
  #look;
  #params;
  #colors;
  #nextColor = 0;
  #hues = new Map(); // of pointers
  #things = new Set(); // emitters and solids, which are placed anew when the size changes
  #playing = false;
  #chain = 0; // of frames; those of an older one end
  #running = false; // a frame of the chain is to come
  #last = 0;
  #busy = 0; // when something was done to the fluid last
  #still = false;
  #frames = [];
  #kept = null; // a snapshot, and when it was taken
  #keeping = null;
  #snapshots = new Set(); // that are being taken
  #api = null;
  #lent = false; // the page has the C library's calls, and may make things of its own on the device
  #dropped = []; // emitters and solids that were removed since then
  #lost = false;
  #destroyed = false;
  canvas = null;
  gl = null;
  device = 0;
  handle = 0;

  constructor(build, options, solver) {
    super();
    this.#build = build;
    this.#options = options;
    this.#solver = solver;
  }

  get api() {
    this.#lent = true;
    return this.#api;
  }

  // --- making it -----------------------------------------------------------------------------------------------------

  async make() {
    const options = this.#options;
    options.signal?.throwIfAborted();
    options.signal?.addEventListener("abort", this.#abort);
    const source = findModule(options, this.#build);
    this.#colors = readColors(options.colors ?? colors);
    const background = options.background === undefined ? undefined : readColor(options.background, "background");
    this.#params = options.def ?? {};
    this.#takePlace();
    this.#quality = chooseQuality(options.quality, this.gl);
    this.#software = drawsInSoftware(this.gl);
    const look = { ...makeLook(this.#solver, this.#software), ...(background ? { background: [...background.slice(0, 3), 1] } : {}) };
    this.#look = merge(look, options.look);
    if (!this.#runtime) {
      const module = await compile(source);
      this.#refuseIfEnded();
      const runtime = new Runtime(this.gl);
      await runtime.start(module);
      this.#refuseIfEnded();
      this.#runtime = runtime;
    }
    this.#runtime.onLog = (level, code, message) => this.#warn(level, message);
    this.#api ??= createApi(this.#runtime, this.#build.table);
    if (this.canvas && !this.#watch.size) this.#options = { width: this.canvas.width, height: this.canvas.height, ...options };
    this.#page = this.#measure() ?? this.#page;
    await this.#open(null);
    this.#listen();
    const rests = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches && options.reducedMotion !== "ignore";
    if (this.canvas && (options.autoplay ?? true)) {
      if (rests) this.draw();
      else this.play();
    }
    return this;
  }

  #takePlace() {
    const { canvas, gl, element, layer, alpha } = this.#options;
    if (gl) {
      this.gl = gl;
      return;
    }
    const kept = element ? takeKept(this.#build, alpha) : null;
    if (kept) ({ runtime: this.#runtime, api: this.#api, device: this.device } = kept);
    if (element) this.#layer = layOver(element, layer ?? "over", kept?.canvas);
    this.canvas = this.#layer?.canvas ?? canvas;
    if (!this.#layer && this.canvas.setAttribute && !this.canvas.hasAttribute("aria-hidden")) this.canvas.setAttribute("aria-hidden", "true");
    this.gl = kept?.gl ?? makeContext(this.canvas, alpha);
    this.#watch = new Watch(this.canvas, () => this.#wake());
  }

  #listen() {
    this.gl.canvas.addEventListener("webglcontextlost", this.#lose);
    this.gl.canvas.addEventListener("webglcontextrestored", this.#restore);
    if ((this.#options.pointer ?? "splats") === "splats" && this.#watch?.size) this.#pointers = new Pointers(this.canvas, () => this.#stirAgain());
  }

  // A device and a fluid on it: a new one, or the one of a snapshot.
  async #open(snapshot) {
    const api = this.#api, { gl } = this;
    this.#takeError(gl.isContextLost() ? "CONTEXT_LOST" : null);
    // Some state can only be asked for by waiting, and in a context of its own nobody minds what is set.
    this.device ||= this.#runtime.exports.Web_CreateDevice(gf.GF_VALIDATION_WARNINGS, this.canvas ? 0 : 1);
    if (!this.device) this.#takeError("UNSUPPORTED");
    const def = this.#makeDefinition();
    await this.#prepare(def);
    this.handle = snapshot ? api.gfCreateFluidFromSnapshot(this.device, snapshot, null) : api.gfCreateFluid(this.device, def);
    this.#look = merge(api.gfDefaultDrawDefFor(this.handle), this.#look);
    this.#fitLook();
  }

  // Throws what the library tells, or what a code means where it tells nothing.
  #takeError(code) {
    const error = this.#api.takeError();
    if (error) throw error;
    if (code) throw new FluidError(code, "the WebGL context is lost; another try is expected once it is back");
  }

  #makeDefinition() {
    const size = this.quality, grid = this.#page.fit(size.cells);
    const slow = this.#software && this.canvas && (this.#options.autoplay ?? true);
    return merge(makeDefinition(this.#api, this.#solver, grid, size, slow), this.#params);
  }

  // Compiles all shaders in pieces, so that the page lives on meanwhile.
  async #prepare(def) {
    const api = this.#api, { device } = this;
    const uses = gf.GF_USE_SOURCES | gf.GF_USE_SOLIDS | gf.GF_USE_FIELDS | gf.GF_USE_RESIZE | gf.GF_USE_DRAWING;
    let call = { fluids: [def], uses, draws: [this.#look] };
    for (;;) {
      const { status, progress } = api.gfDevice_Prepare(device, call, prepared_ms);
      this.#options.onProgress?.(progress.done, progress.total);
      if (status !== gf.GF_PREPARE_PENDING) return;
      call = null;
      await pause(0);
      this.#refuseIfEnded();
      if (this.gl.isContextLost()) this.#takeError("CONTEXT_LOST");
    }
  }

  // While it is made.
  #refuseIfEnded() {
    this.#options.signal?.throwIfAborted();
    this.#refuseIfDestroyed();
  }

  #refuseIfDestroyed() {
    expect(!this.#destroyed, "CALL_ORDER", "this fluid is destroyed; another createFluid is expected");
  }

  #warn(level, message) {
    if (level !== gf.GF_LOG_WARNING) return; // errors are thrown
    (this.#options.onWarning ?? ((text) => console.warn(`gpufluid: ${text}`)))(message);
  }

  #ensure() {
    this.#refuseIfDestroyed();
    expect(!this.#lost && !this.gl.isContextLost(), "CONTEXT_LOST", "the WebGL context is lost; it comes back with a \"restored\" event");
  }

  // --- size ----------------------------------------------------------------------------------------------------------

  get quality() {
    return { ...sizes[this.#quality.number], ...this.#quality.own };
  }

  // The page's pixels now; null: there is nothing to draw on.
  #measure() {
    const { width, height } = this.#watch?.size ?? this.#options;
    const across = width ?? this.gl.drawingBufferWidth, down = height ?? this.gl.drawingBufferHeight;
    readNumber(across, 0, 0, 1e6, "width");
    readNumber(down, 0, 0, 1e6, "height");
    return across >= 1 && down >= 1 ? new Geometry(across, down) : null;
  }

  // Gives the canvas as many pixels as it is worth; those of a software renderer are dear, and CSS scales them.
  #fitCanvas(page) {
    if (!this.canvas || !page) return;
    const { cells, dyeScale, pixelRatio } = this.quality, longer = Math.max(page.width, page.height);
    const display = this.#watch.size ? globalThis.devicePixelRatio ?? 1 : 1;
    const most = Math.min(picture_most, this.#software ? cells * dyeScale : Infinity) / longer;
    resizeCanvas(this.canvas, page, Math.min(display, pixelRatio, most));
  }

  // The grid follows once the size has settled; until then the picture is stretched.
  #follow(now) {
    const page = this.#measure();
    this.#fitCanvas(page);
    if (!page) return false;
    const wanted = this.#wantedSize;
    if (wanted.width !== page.width || wanted.height !== page.height) this.#wantedSize = { width: page.width, height: page.height, since: now };
    else if ((page.width !== this.#page.width || page.height !== this.#page.height) && now - wanted.since > settled_ms) this.#refit(page);
    return true;
  }

  #refit(page) {
    this.#page = page;
    const { gridWidth, gridHeight, cellSize } = { ...page.fit(this.quality.cells), ...this.#params };
    this.#api.gfFluid_Resize(this.handle, gridWidth, gridHeight, cellSize, this.#params.origin ?? { x: 0, y: 0 });
    this.#fitLook();
    for (const thing of this.#things) thing.place();
    this.#stir();
  }

  // The camera sees just what the canvas covers.
  #fitLook() {
    const { width, height, scale } = this.#page;
    this.#look.view = this.#options.look?.view ??
      this.#api.gfMakeView({ x: (width * scale) / 2, y: (height * scale) / 2 }, width * scale, width / height);
    this.#look.alpha = alphas[this.#options.alpha ?? "premultiplied"];
    if (this.canvas) this.#look.blend = false; // it is cleared before each frame
  }

  #chooseSize(number) {
    this.#quality.number = number;
    this.#fitCanvas(this.#page);
    this.#refit(this.#page);
    this.dispatchEvent(new Event("quality"));
  }

  // --- frames --------------------------------------------------------------------------------------------------------

  get playing() {
    return this.#playing;
  }

  get framesPerSecond() {
    if (!this.#running || this.#still) return 0;
    const since = performance.now() - 1000;
    return this.#frames.filter((time) => time > since).length;
  }

  play() {
    this.#refuseIfDestroyed();
    expect(this.canvas, "UNSUPPORTED", "play: with {gl} the host's own frames call step and draw");
    this.#playing = true;
    this.#stir();
  }

  pause() {
    this.#refuseIfDestroyed();
    this.#playing = false;
    this.#endFrames();
  }

  #endFrames() {
    this.#chain++;
    this.#running = false;
  }

  // Something was done: it moves.
  #stir() {
    this.#busy = performance.now();
    this.#still = false;
    this.#wake();
  }

  // A hand moves: frames go on where they had stopped.
  #stirAgain() {
    if (this.#still) this.#stir();
  }

  // Frames go on, unless they do already or nobody sees them.
  #wake() {
    if (this.#running || this.#destroyed || this.#lost || !this.#playing || !this.handle) return;
    const chain = ++this.#chain;
    this.#running = true;
    this.#judge.forget();
    nextFrame((now) => {
      this.#last = now - 1000 * longest_s; // it begins with a step
      this.#frame(now, chain);
    });
  }

  #frame(now, chain) {
    if (chain !== this.#chain || this.#destroyed || this.#lost) return;
    const rests = this.#still && !this.#isDisturbed();
    this.#running = this.#watch.isSeen && (!rests || this.#followsElements()); // else the watch or a hand wakes it
    if (this.#running) nextFrame((next) => this.#frame(next, chain));
    if (rests || !this.#running) return;
    this.#still = false;
    const interval = Math.max(0, now - this.#last), seconds = Math.min(longest_s, interval / 1000);
    this.#last = now;
    try {
      if (!this.#follow(now)) return;
      this.#run(seconds);
    } catch (error) {
      this.#stop(error);
      return;
    }
    this.#count(now, interval);
  }

  #count(now, interval) {
    this.#frames.push(now);
    while (this.#frames[0] < now - 2000) this.#frames.shift();
    const number = this.#quality.fits ? this.#judge.take(interval, this.#quality.number) : this.#quality.number;
    if (number !== this.#quality.number) this.#chooseSize(number);
    this.#keep(now);
    if (now - this.#busy > calm_ms && !this.#isDriven()) this.#lookWhetherCalm(now);
  }

  // A frame of the library's: the host's state is kept around all of it at once.
  #inFrame(call) {
    this.#api.gfDevice_BeginFrame(this.device);
    try {
      return call();
    } finally {
      if (!this.gl.isContextLost()) this.#api.gfDevice_EndFrame(this.device);
    }
  }

  #run(seconds) {
    const api = this.#api;
    this.#inFrame(() => {
      this.#takeStrokes(seconds);
      for (const thing of this.#things) thing.follow?.();
      api.gfFluid_Step(this.handle, seconds);
      api.gfDevice_SetTarget(this.device, 0, 0, 0, this.canvas.width, this.canvas.height);
      api.gfFluid_Draw(this.handle, this.#look);
    });
  }

  #stop(error) {
    if (error instanceof FluidError && error.code === "CONTEXT_LOST") return; // the event comes
    this.#playing = false;
    this.#endFrames();
    const event = new CustomEvent("error", { detail: error, cancelable: true });
    if (this.dispatchEvent(event)) console.error(error);
  }

  #takeStrokes(seconds) {
    if (!this.#pointers) return;
    const strokes = this.#pointers.take();
    for (const [id, { from, to }] of strokes) {
      if (!this.#hues.has(id) || Math.random() < 0.004) this.#hues.set(id, this.#takeColor());
      for (const def of makeStroke(this.#page, this.#solver, from, to, Math.max(seconds, 1 / 240), this.#hues.get(id))) {
        this.#api.gfFluid_Splat(this.handle, def);
      }
    }
    if (strokes.size > 0) this.#busy = performance.now();
  }

  #takeColor() {
    return this.#colors[this.#nextColor++ % this.#colors.length];
  }

  // --- rest ----------------------------------------------------------------------------------------------------------

  // Emitters drive it, and solids that move.
  #isDriven() {
    return [...this.#things].some((thing) => thing.drives);
  }

  // Once nothing moves that an eye could see, frames cost the machine for nothing.
  async #lookWhetherCalm(now) {
    this.#busy = now; // the next look is as long away
    const chain = this.#chain, isLarge = ({ values }, most) => values.some((value) => Math.abs(value) > most);
    try {
      if (isLarge(await this.read("velocity"), calm_speed)) return;
      if (this.#fades() && isLarge(await this.read("dye"), calm_dye)) return;
    } catch {
      return; // the context was lost meanwhile
    }
    // A hand that came meanwhile is not in what was read.
    this.#still = chain === this.#chain && this.#busy === now && !this.#isDriven();
  }

  #fades() {
    return this.#solver === "grid" && this.#api.gfFluid_GetDef(this.handle).grid.dyeDissipation > 0;
  }

  #followsElements() {
    return [...this.#things].some((thing) => thing.follows);
  }

  // Whether an element that it follows, or its own canvas, is elsewhere or of another size now.
  #isDisturbed() {
    const { width, height } = this.#watch.size ?? this.#page;
    return width !== this.#page.width || height !== this.#page.height || [...this.#things].some((thing) => thing.hasMoved?.());
  }

  // --- a context that is lost ----------------------------------------------------------------------------------------

  // Takes a snapshot now and then, without waiting for the GPU.
  #keep(now) {
    if (this.#keeping || now - (this.#kept?.time ?? 0) <= kept_ms) return;
    const dropped = this.#dropped;
    this.#dropped = [];
    this.#keeping = this.save().then((data) => {
      this.#kept = { data, time: now };
    }, () => {
      this.#kept = { data: this.#kept?.data, time: now };
      this.#dropped.push(...dropped);
    }).finally(() => { this.#keeping = null; });
  }

  #lose = (event) => {
    if (this.canvas) event.preventDefault(); // so that it may come back
    this.#lost = true;
    this.#endFrames();
    if (this.device) this.#api.gfDevice_Lose(this.device);
    this.dispatchEvent(new Event("lost"));
  };

  #restore = async () => {
    if (this.#destroyed || !this.#api) return;
    try {
      if (this.device) this.#api.gfDestroyDevice(this.device);
      this.device = this.handle = 0;
      this.#runtime.gl.forget();
      const snapshot = this.#kept?.data ?? null;
      await this.#open(snapshot);
      this.#lost = false;
      if (snapshot) this.#clearThings();
      for (const thing of this.#things) thing.add();
      this.#kept = snapshot && { data: snapshot, time: -kept_ms }; // until the next, which is taken at once
      this.#stir();
      this.dispatchEvent(new Event("restored"));
    } catch (error) {
      if (!this.#destroyed) this.#stop(error);
    }
  };

  // A snapshot has emitters and solids as they were when it was taken: they go, for those of now are added anew.
  #clearThings() {
    const fluid = this.#api.gfFluid_GetNumber(this.handle);
    for (const thing of this.#things) this.#dropped.push(...thing.ids);
    for (const { remove, id } of this.#dropped) this.#drop(remove, { ...id, fluid });
  }

  // Removes what may be gone already, at the end of its lifetime.
  #drop(remove, id) {
    try {
      this.#api[remove](this.handle, id);
    } catch (error) {
      if (error.code !== "BAD_HANDLE") throw error;
    }
  }

  // --- what callers do -----------------------------------------------------------------------------------------------

  #nameOf(texture) {
    return texture === undefined ? 0 : this.nameOf(texture);
  }

  nameOf(texture) {
    expect(texture instanceof WebGLTexture && this.gl.isTexture(texture), "TYPE", "texture: a WebGLTexture of this fluid's context is expected");
    return this.#runtime.gl.names.find(texture);
  }

  #makeSources(source, lasts) {
    return makeSources(this.#page, this.#solver, source, lasts, () => this.#takeColor(), this.#nameOf(source?.texture));
  }

  splat(source) {
    this.#ensure();
    for (const def of this.#makeSources(source, false)) this.#api.gfFluid_Splat(this.handle, def);
    this.#stir();
  }

  splatRandomly(count = 6) {
    readNumber(count, 6, 0, 1000, "splatRandomly: the count");
    for (let i = 0; i < count; i++) {
      const angle = 2 * Math.PI * Math.random(), speed = 0.9 / this.#page.scale, share = () => `${8 + 84 * Math.random()}%`;
      this.splat({ x: share(), y: share(), vx: speed * Math.cos(angle), vy: speed * Math.sin(angle),
        radius: 0.06 / this.#page.scale, amount: 0.9 });
    }
  }

  addEmitter(source) {
    this.#ensure();
    const color = source?.color ?? (source?.texture ? undefined : this.#takeColor().slice(0, 3));
    const emitter = new Emitter(this.#tools(), { ...source, ...(color ? { color } : {}) });
    this.#stir();
    return emitter;
  }

  addSolid(solid) {
    this.#ensure();
    const made = new Solid(this.#tools(), solid, this.canvas);
    this.#stir();
    return made;
  }

  // What emitters and solids need of their fluid, whose handle changes when a context was lost.
  #tools() {
    const fluid = this;
    return {
      get api() { return fluid.#api; },
      get handle() { return fluid.handle; },
      get page() { return fluid.#page; },
      makeSources: (source) => fluid.#makeSources(source, true),
      isSmoke: this.#solver === "grid",
      things: this.#things,
      ensure: () => fluid.#ensure(),
      drop: (remove, id) => {
        fluid.#dropped.push({ remove, id });
        fluid.#drop(remove, id);
      },
      stir: () => fluid.#stir(),
    };
  }

  fill(height) {
    this.#ensure();
    const level = this.#page.down(height, "fill: the height") * this.#page.scale;
    if (this.#solver === "particles") this.#api.gfFluid_Splat(this.handle, makeFilling(this.#page, level));
    else this.#api.gfFluid_FillToLevel(this.handle, null, level);
    this.#stir();
  }

  setParams(params) {
    this.#ensure();
    checkNames(params, paramNames, "setParams");
    const api = this.#api, { handle } = this, def = merge(api.gfFluid_GetDef(handle), params);
    translated("setParams", "", () => api.gfFluid_SetDef(handle, def));
    this.#params = merge(this.#params, params);
    this.#stir();
  }

  setLook(look) {
    this.#ensure();
    const wanted = merge(this.#look, look);
    // Which refuses what frames would stumble over.
    translated("setLook", "look", () => this.#api.gfFluid_DrawToTexture(this.handle, wanted, 1, 1));
    this.#look = wanted;
    this.#options = { ...this.#options, look: merge(this.#options.look ?? {}, look) };
    this.#stir();
  }

  setColors(list) {
    this.#colors = readColors(list);
    this.#hues.clear();
  }

  step(seconds) {
    this.#ensure();
    for (const thing of this.#things) thing.follow?.();
    this.#api.gfFluid_Step(this.handle, seconds);
    this.#keep(performance.now());
  }

  draw({ framebuffer = this.canvas ? null : undefined, viewport, look } = {}) {
    this.#ensure();
    this.#fitCanvas(this.#page);
    this.#inFrame(() => {
      if (framebuffer !== undefined || viewport) {
        const { gl } = this, name = framebuffer === undefined ? gl.getParameter(gl.DRAW_FRAMEBUFFER_BINDING) : framebuffer;
        const [x, y, width, height] = viewport ?? [0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight];
        this.#api.gfDevice_SetTarget(this.device, this.#runtime.gl.names.find(name), x, y, width, height);
      }
      translated("draw", "look", () => this.#api.gfFluid_Draw(this.handle, merge(this.#look, look)));
    });
  }

  drawToTexture(width, height, look) {
    this.#ensure();
    const name = translated("drawToTexture", "look", () => this.#api.gfFluid_DrawToTexture(this.handle, merge(this.#look, look), width, height));
    return this.#runtime.gl.names.get(name);
  }

  reset() {
    this.#ensure();
    this.#api.gfFluid_Reset(this.handle);
    this.#stir();
  }

  resize(width, height) {
    this.#ensure();
    expect(!this.#watch?.size, "CALL_ORDER", "resize: this fluid follows its canvas on the page; change that one's size");
    this.#options = { ...this.#options, width, height };
    const page = this.#measure();
    this.#fitCanvas(page);
    if (page) this.#refit(page);
  }

  // --- what it holds -------------------------------------------------------------------------------------------------

  #findField(name) {
    const number = fields[name];
    expect(number !== undefined, "OUT_OF_RANGE", `there is no field "${name}"; ${Object.keys(fields).join(", ")} are expected`);
    return number;
  }

  texture(field) {
    this.#ensure();
    const found = this.#api.gfFluid_GetTexture(this.handle, this.#findField(field));
    return { texture: this.#runtime.gl.names.get(found.texture), width: found.width, height: found.height, info: found };
  }

  async read(field) {
    this.#ensure();
    const api = this.#api, { handle } = this, number = this.#findField(field), info = api.gfFluid_GetFieldInfo(handle, number);
    const count = info.width * info.height * info.channels, id = api.gfFluid_RequestField(handle, number);
    const { values } = await this.#poll(() => api.gfFluid_PollField(handle, id, count));
    return { width: info.width, height: info.height, channels: info.channels, values };
  }

  async #poll(call) {
    const { handle } = this;
    for (;;) {
      await pause(4);
      this.#ensure();
      expect(handle === this.handle, "CONTEXT_LOST", "the WebGL context was lost meanwhile; ask again");
      const answer = call();
      if (answer.status === gf.GF_POLL_READY) return answer;
    }
  }

  async save() {
    this.#ensure();
    const api = this.#api, snapshot = api.gfFluid_RequestSave(this.handle);
    this.#snapshots.add(snapshot);
    try {
      const size = api.gfSnapshot_GetSize(snapshot);
      const { data } = await this.#poll(() => api.gfSnapshot_Poll(snapshot, size));
      return data;
    } finally {
      if (this.#snapshots.delete(snapshot)) api.gfDestroySnapshot(snapshot);
    }
  }

  load(snapshot, findTexture) {
    this.#ensure();
    expect(findTexture === undefined || typeof findTexture === "function", "TYPE", "load: a function that finds textures is expected, or none");
    const textures = findTexture ? { get: (saved) => this.nameOf(findTexture(saved)) } : null;
    this.#api.gfFluid_Load(this.handle, snapshot, textures);
    this.#stir();
  }

  toWorld(x, y) {
    return this.#page.toWorld(x, y);
  }

  fromWorld(x, y) {
    return this.#page.fromWorld(x, y);
  }

  // --- the end -------------------------------------------------------------------------------------------------------

  #abort = () => this.destroy();

  destroy() {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#playing = false;
    this.#endFrames();
    this.#options.signal?.removeEventListener("abort", this.#abort);
    this.#pointers?.end();
    this.#watch?.end();
    this.gl?.canvas.removeEventListener("webglcontextlost", this.#lose);
    this.gl?.canvas.removeEventListener("webglcontextrestored", this.#restore);
    this.#free();
    this.device = this.handle = 0;
    this.#things.clear();
    this.#kept = null;
    this.#layer?.remove();
  }

  // Browsers keep but a few contexts. One of the caller's canvas stays, for the canvas would never get another.
  #free() {
    const api = this.#api, { gl, canvas, device } = this;
    for (const snapshot of this.#snapshots) api.gfDestroySnapshot(snapshot);
    this.#snapshots.clear();
    if (this.#layer && this.handle && !this.#lent && !gl.isContextLost()) {
      api.gfDestroyFluid(this.handle);
      api.gfDevice_ResetErrors(device);
      this.#runtime.onLog = () => {};
      keep({ build: this.#build, alpha: this.#options.alpha, canvas, gl, runtime: this.#runtime, api, device });
      return;
    }
    if (device) api.gfDestroyDevice(device);
    if (this.#layer) gl?.getExtension("WEBGL_lose_context")?.loseContext();
    else if (canvas && gl) clearPicture(gl);
  }
}

/** The createFluid of a build: its name as it is imported, what finds its module, its solvers, its table of calls. */
export function makeCreateFluid(build) {
  return async function createFluid(options = {}) {
    const solver = checkOptions(options, build), fluid = new Fluid(build, options, solver);
    try {
      return await fluid.make();
    } catch (error) {
      fluid.destroy();
      throw translate(error, "createFluid", "def");
    }
  };
}
