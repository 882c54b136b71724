// Use of the npm package that nobody means: drive_hostile.mjs FOLDER_OF_PACKAGE [NAME...]
// Each is answered by an exception or a message that says what was expected, and the page lives on.
// The variable LIVES: how many fluids are made and destroyed, 20.
import assert from "node:assert/strict";
import { runTests } from "./chromium.mjs";
import { readOptions } from "./shown.mjs";

const [folder, ...names] = process.argv.slice(2);
assert(folder, "usage: drive_hostile.mjs FOLDER_OF_PACKAGE [NAME...]");
const lives = Number(process.env.LIVES ?? 20);

// A test that runs this function in its page. `expected`: what the console may have.
const inPage = (test, ...expected) => async (page, open) => {
  await open();
  await page.evaluate(test);
  return expected;
};

const tests = {
  // Nothing grows: objects of WebGL, listeners, canvases, memories; and no other context of the page is evicted.
  async lives(page, open) {
    await open();
    const found = await page.evaluate(async (count) => {
      const other = help.context(), before = help.count();
      for (let i = 0; i < count; i++) {
        const fluid = await help.create({ autoplay: false });
        if (i % 5 === 0) {
          fluid.splat({ x: "50%", y: "50%", vx: 100 });
          fluid.step(1 / 60);
          fluid.draw();
        }
        fluid.destroy();
        help.equal(help.count(), before, `after ${i + 1} lives`);
      }
      help.assert(!other.isContextLost(), "a context of the page's own was evicted");
      return help.countModules();
    }, lives);
    assert(found <= 2, `${found} modules are still in memory after ${lives} lives`);
  },

  // A page's next fluid begins with the context and the programs of the one before, and with nothing else of it.
  next: inPage(async () => {
    const { freeKept } = await import("/gpufluid/smoke.js");
    const live = async (options) => {
      let programs = 0;
      const create = WebGL2RenderingContext.prototype.createProgram;
      WebGL2RenderingContext.prototype.createProgram = function () {
        programs++;
        return create.call(this);
      };
      const fluid = await help.create({ autoplay: false, ...options }), { gl, canvas } = fluid;
      WebGL2RenderingContext.prototype.createProgram = create;
      const { values } = await fluid.read("dye");
      help.assert(values.every((value) => value === 0), "dye of another life");
      help.assert(canvas.className === "" && canvas.style.opacity === "", "attributes of another life");
      canvas.className = "mine";
      canvas.style.opacity = "0.5";
      fluid.addEmitter({ x: "50%", y: "50%", amount: 10 });
      fluid.step(1 / 20);
      fluid.draw();
      const saving = fluid.save().catch(() => {});
      fluid.destroy();
      await saving;
      return { gl, programs };
    };
    const first = await live({}), second = await live({}), others = [await live({ alpha: "opaque" })];
    help.assert(first.programs > 20 && first.gl === second.gl, "the second begins with the first one's context");
    help.equal(second.programs, 0, "programs of the second");
    help.assert(others[0].gl !== first.gl && first.gl.isContextLost(), "another alpha takes a context of its own");
    const lent = await help.create({ autoplay: false, alpha: "opaque" });
    help.assert(lent.gl === others[0].gl && lent.api.gfDefaultFluidDef().gridWidth > 0, "a third");
    lent.destroy();
    help.assert(lent.gl.isContextLost(), "a device that the page may have used is not kept");
    const last = await live({});
    freeKept();
    help.assert(last.gl.isContextLost(), "nothing is kept");
    freeKept();
  }),

  emptyHanded: inPage(async () => {
    const { createFluid } = await import("/gpufluid/smoke.js"), element = help.element();
    for (const bad of [undefined, {}, { element, canvas: document.createElement("canvas") }]) {
      await help.refuse(() => createFluid(bad), "OUT_OF_RANGE", "one of canvas, gl and element");
    }
    await help.refuse(() => createFluid(null), "TYPE");
    await help.refuse(() => createFluid({ element, elment: 1 }), "TYPE", "elment", "layer");
    await help.refuse(() => createFluid({ element: "#headline" }), "TYPE", "element");
    await help.refuse(() => createFluid({ canvas: {} }), "TYPE", "canvas");
    await help.refuse(() => createFluid({ gl: document.createElement("canvas").getContext("2d") }), "TYPE", "renderer");
    await help.refuse(() => createFluid({ gl: document.createElement("canvas").getContext("webgl") }), "TYPE", "WebGL 2");
    const painted = document.createElement("canvas");
    painted.getContext("2d");
    await help.refuse(() => createFluid({ canvas: painted }), "UNSUPPORTED", "another kind");
    for (const option of [{ quality: "best" }, { quality: { cells: 8 } }, { quality: { cells: NaN } }, { alpha: "none" },
      { layer: "under" }, { pointer: "pen" }, { colors: ["nocolour"] }, { background: [0, NaN, 0] }, { solver: "magic" },
      { quality: { cels: 8 } }, { colors: [] }, { colors: "red" }, { def: { grid: { viscosity: NaN } } },
      { def: { grid: { nonsense: 1 } } }, { look: { nonsense: 1 } }, { look: { opacity: "much" } }, { reducedMotion: "no" }]) {
      await help.refuse(() => createFluid({ element, ...option }), ["OUT_OF_RANGE", "TYPE"]);
    }
    help.equal(help.count().canvases, 0, "canvases left");
    help.equal(element.getAttribute("style"), "width: 240px; height: 150px;", "the style of the element");
    help.equal(help.count(), { objects: 0, listeners: 0, canvases: 0 }, "what is left");
  }),

  wrongSolver: inPage(async () => {
    await help.refuse(help.create({ solver: "water" }), "UNSUPPORTED", "gpufluid/water", '"gpufluid"');
    await help.refuse(help.create({ solver: "gaussian" }, "water"), "UNSUPPORTED", '"gpufluid"');
    await help.refuse(help.create({ solver: "grid" }, "water"), "UNSUPPORTED", "gpufluid/smoke", '"gpufluid"');
  }),

  async noWebGL2(page, open) {
    await page.addInitScript(() => {
      const getContext = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind === "webgl2" || kind === "webgl" ? null : getContext.call(this, kind, ...rest);
      };
    });
    await open();
    await page.evaluate(async () => {
      const element = help.element();
      await help.refuse(help.create({ element }), "UNSUPPORTED", "WebGL 2", "settings");
      help.equal(element.getAttribute("style"), "width: 240px; height: 150px;", "the style of the element");
      help.equal(help.count(), { objects: 0, listeners: 0, canvases: 0 }, "what is left");
    });
  },

  async noFloatTargets(page, open) {
    await page.addInitScript(() => {
      const hidden = ["EXT_color_buffer_float", "EXT_color_buffer_half_float"];
      const { getExtension } = WebGL2RenderingContext.prototype;
      WebGL2RenderingContext.prototype.getExtension = function (name) {
        return hidden.includes(name) ? null : getExtension.call(this, name);
      };
    });
    await open();
    await page.evaluate(async () => {
      await help.refuse(help.create(), "NO_FLOAT_RENDERING");
      help.equal(help.count(), { objects: 0, listeners: 0, canvases: 0 }, "what is left");
    });
    return [/INVALID_/]; // the browser tells of the try
  },

  noFile: inPage(async () => {
    await help.refuse(help.create({ wasm: "/nowhere.wasm" }), "UNSUPPORTED", "nowhere.wasm", "404");
    await help.refuse(help.create({ wasm: await fetch("/nowhere.wasm") }), "UNSUPPORTED", "404");
    await help.refuse(help.create({ wasm: "http://127.0.0.1:9/smoke.wasm" }), "UNSUPPORTED", "could not be fetched");
    await help.refuse(help.create({ wasm: "/gpufluid/smoke.js" }), "UNSUPPORTED", "smoke.js");
    (await help.create({ autoplay: false })).destroy();
  }, /404/, /ERR_/),

  contextLost: inPage(async () => {
    const fluid = await help.create(), seen = [];
    for (const type of ["lost", "restored", "error"]) fluid.addEventListener(type, () => seen.push(type));
    const emitter = fluid.addEmitter({ x: "50%", y: "90%", vy: "-60%" });
    fluid.addSolid({ circle: { x: "50%", y: "40%", radius: "5%" } });
    await help.frames(fluid, 2);
    const extension = fluid.gl.getExtension("WEBGL_lose_context");
    extension.loseContext();
    await help.until(() => seen.includes("lost"), "lost");
    for (const call of [() => fluid.splat({ x: 1, y: 1 }), () => fluid.step(0.1), () => fluid.draw(), () => fluid.reset(),
      () => fluid.save(), () => fluid.read("dye"), () => fluid.texture("dye"), () => fluid.addEmitter({ x: 1, y: 1 }),
      () => emitter.set({ x: 3 }), () => fluid.drawToTexture(8, 8), () => fluid.setLook({})]) {
      await help.refuse(call, "CONTEXT_LOST", "restored");
    }
    fluid.pause();
    fluid.play();
    extension.restoreContext();
    await help.until(() => seen.includes("restored"), "restored");
    await help.frames(fluid, 2);
    emitter.set({ x: "30%" });
    emitter.remove();
    fluid.splat({ x: "50%", y: "50%" });
    fluid.draw();
    help.equal(seen, ["lost", "restored"], "events");
    fluid.destroy();
    help.equal(help.count().listeners, 0, "listeners left");
  }, /CONTEXT_LOST|context lost/i),

  // Dye that lies still is where it was, and as much of it.
  dyeComesBack: inPage(async () => {
    const fluid = await help.create({ pointer: "none", def: { grid: { dyeDissipation: 0 } } }), seen = [];
    for (const type of ["lost", "restored", "error"]) fluid.addEventListener(type, () => seen.push(type));
    fluid.splat({ x: "30%", y: "40%", radius: "20%", color: "red" });
    await help.frames(fluid, 2); // a splat acts in the next step
    const before = await fluid.read("dye"), most = Math.max(...before.values);
    help.assert(most > 0.1, `the most dye is ${most}`);
    let kept = 0;
    const { gfDestroySnapshot } = fluid.api;
    fluid.api.gfDestroySnapshot = (...given) => {
      kept++;
      return gfDestroySnapshot(...given);
    };
    await help.until(() => {
      fluid.splat({ x: "30%", y: "40%", amount: 0 }); // a calm one rests
      return kept > 0;
    }, "a snapshot");
    await help.pause(50);
    const extension = fluid.gl.getExtension("WEBGL_lose_context");
    for (const time of ["first", "second"]) {
      seen.length = 0;
      extension.loseContext();
      await help.until(() => seen.includes("lost"), `${time}: lost`);
      extension.restoreContext();
      await help.until(() => seen.includes("restored"), `${time}: restored`);
      const after = await fluid.read("dye");
      help.equal([after.width, after.height], [before.width, before.height], "the size of the dye");
      const apart = Math.max(...after.values.map((value, i) => Math.abs(value - before.values[i])));
      help.assert(apart < 0.03 * most, `${time}: the dye differs by ${apart} of ${most}`);
      help.equal(seen, ["lost", "restored"], "events");
    }
    fluid.destroy();
  }, /CONTEXT_LOST|context lost/i),

  // Nothing is drawn once all is calm, until a pointer comes or something is done.
  async calm(page, open) {
    await open();
    await page.evaluate(async () => {
      const prototype = WebGL2RenderingContext.prototype, { drawArrays, drawElements } = prototype;
      window.draws = 0;
      prototype.drawArrays = function (...given) {
        window.draws++;
        return drawArrays.apply(this, given);
      };
      prototype.drawElements = function (...given) {
        window.draws++;
        return drawElements.apply(this, given);
      };
      const fluid = await help.create(); // which keeps the calls that there are now
      window.fluid = fluid;
      help.assert(window.draws > 0, "draws are counted");
      window.rests = async (what) => {
        let last = window.draws, since = performance.now();
        await help.until(() => {
          if (last !== window.draws) [last, since] = [window.draws, performance.now()];
          return performance.now() - since > 2000;
        }, `${what}: rest`);
        help.equal(fluid.playing, true, `${what}: playing`);
      };
      help.assert(fluid.framesPerSecond >= 0);
      await window.rests("a new one");
      help.equal(fluid.framesPerSecond, 0, "framesPerSecond at rest");
      window.before = window.draws;
    });
    await page.mouse.move(60, 60);
    await page.mouse.move(120, 90, { steps: 4 });
    await page.evaluate(async () => {
      await help.until(() => window.draws > window.before, "a pointer wakes it");
      await window.rests("after a pointer");
      const again = window.draws;
      window.fluid.splat({ x: "50%", y: "50%", amount: 0.1 });
      await help.until(() => window.draws > again, "a splat wakes it");
      window.fluid.destroy();
    });
  },

  // Over a page of a colour: none of it changes where there is no dye, and dye looks the same however it is covered.
  async covers(page, open) {
    await open();
    const shown = {}, box = { x: 0, y: 0, width: 240, height: 150 };
    for (const alpha of ["premultiplied", "straight", "opaque"]) {
      await page.evaluate(async (way) => {
        const element = help.element();
        element.style.background = "rgb(40 120 200)";
        // As many pixels as the page has: of a smaller canvas the browser mixes what is clear into what is not.
        window.fluid = await help.create({ element, alpha: way, background: "rgb(200 100 50)", autoplay: false,
          quality: { cells: 120, dyeScale: 2, pixelRatio: 1 }, look: { tone: { dither: false } } });
        window.fluid.splat({ x: "30%", y: "50%", radius: "15%", color: "#ff6a3c", amount: 0.4 });
        window.fluid.step(1 / 60);
        window.fluid.draw();
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }, alpha);
      const picture = await page.screenshot({ clip: box });
      shown[alpha] = await page.evaluate(async (base64) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
        const painter = new OffscreenCanvas(240, 150).getContext("2d");
        painter.drawImage(bitmap, 0, 0);
        return Array.from(painter.getImageData(0, 0, 240, 150).data);
      }, picture.toString("base64"));
      await page.evaluate(() => window.fluid.destroy());
    }
    const at = (alpha, x, y) => shown[alpha].slice(4 * (240 * y + x), 4 * (240 * y + x) + 3);
    const near = (found, wanted, most, what) => {
      const apart = Math.max(...found.map((value, i) => Math.abs(value - wanted[i])));
      assert(apart <= most, `${what}: [${found}] is not [${wanted}]`);
    };
    for (const alpha of ["premultiplied", "straight"]) near(at(alpha, 225, 10), [40, 120, 200], 1, `${alpha}, without dye`);
    near(at("opaque", 225, 10), [200, 100, 50], 2, "opaque, without dye");
    const dyed = at("premultiplied", 72, 75);
    assert(Math.abs(dyed[0] - 40) > 30, `dye is not seen: [${dyed}]`);
    for (let x = 20; x < 140; x += 4) near(at("straight", x, 75), at("premultiplied", x, 75), 8, `straight at ${x}`);
  },

  // Functions that the library calls: one that finds textures, and the log of a device that the page makes.
  callbacks: inPage(async () => {
    const makeTexture = ({ gl }) => {
      const made = gl.createTexture(), white = new Uint8Array(64).fill(255);
      gl.bindTexture(gl.TEXTURE_2D, made);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 4, 4, 0, gl.RGBA, gl.UNSIGNED_BYTE, white);
      return made;
    };
    const first = await help.create({ autoplay: false }), texture = makeTexture(first);
    first.addEmitter({ x: "50%", y: "50%", texture, amount: 40 });
    const saved = await first.save(), name = first.nameOf(texture);
    first.destroy();

    const asked = [], warnings = [], onWarning = (text) => warnings.push(text);
    const fluid = await help.create({ autoplay: false, onWarning }), mine = makeTexture(fluid);
    const find = (number) => {
      asked.push(number);
      return mine;
    };
    fluid.load(saved, find);
    help.equal(asked, [name], "numbers that are asked for");
    fluid.step(1 / 30);
    const sum = async () => (await fluid.read("dye")).values.reduce((total, value) => total + value, 0);
    help.assert(await sum() > 0.1, "the emitter's texture gives no dye");
    const before = await sum();
    await help.refuse(() => fluid.load(saved, () => null), "TYPE", "WebGLTexture");
    await help.refuse(() => fluid.load(saved, "find"), "TYPE", "function");
    await help.refuse(() => fluid.load(saved, () => fluid.step(1)), "CALL_ORDER", "gfFluid_Step");
    const { api, device, handle } = fluid, { gfFluid_Load } = api;
    await help.refuse(() => gfFluid_Load(handle, saved, { get: () => 1e5 }), "OUT_OF_RANGE", "100000");
    await help.refuse(() => gfFluid_Load(handle, saved, { get: () => "1" }), "TYPE", "get(");
    await help.refuse(() => gfFluid_Load(handle, saved, { get: mine }), "TYPE", "function");
    const thrown = await Promise.resolve().then(() => fluid.load(saved, () => { throw new RangeError("own"); })).catch((error) => error);
    help.assert(thrown instanceof RangeError && thrown.message === "own", `what it throws comes back, not ${thrown}`);
    help.equal(api.takeError(), null, "an error that is left");
    help.equal(await sum(), before, "dye after snapshots that were refused");

    const texts = [], other = api.gfCreateDevice({ log: (level, code, text) => texts.push(text) });
    const own = api.gfCreateFluid(other, { gridWidth: 32, gridHeight: 32 });
    help.assert(other !== device && own !== handle, "a device of the page's");
    api.gfFluid_Splat(own, { shape: api.gfMakeCircle({ x: 1e5, y: 1e5 }, 0.1), fields: 1, dye: [1, 1, 1, 1] });
    help.assert(texts.some((text) => text.startsWith("gfFluid_Splat")), `a source that is far off gives a warning, not ${texts}`);
    help.equal(warnings, [], "warnings of the page's fluid");
    api.gfDestroyDevice(other);
    fluid.step(1 / 30);
    fluid.destroy();
  }),

  contextLostWhileMaking: inPage(async () => {
    const element = help.element(), canvas = document.createElement("canvas");
    canvas.style.cssText = "width: 200px; height: 100px";
    element.append(canvas);
    const lose = () => canvas.getContext("webgl2").getExtension("WEBGL_lose_context").loseContext();
    let told = 0;
    await help.refuse(help.create({ canvas, onProgress: () => { if (++told === 2) lose(); } }), "CONTEXT_LOST");
    help.equal(help.count().listeners, 0, "listeners left");
    await help.refuse(help.create({ gl: Object.assign(help.context()), onProgress() {}, width: 0 / 0 }), "OUT_OF_RANGE", "width");
    const gl = help.context();
    gl.getExtension("WEBGL_lose_context").loseContext();
    await help.refuse(help.create({ gl, width: 100, height: 100 }), ["CONTEXT_LOST", "UNSUPPORTED"]);
  }, /CONTEXT_LOST|context lost/i),

  destroyedWhileMaking: inPage(async () => {
    for (const moment of [0, 1, 2, 5]) {
      const ending = new AbortController(), element = help.element();
      let told = 0;
      if (moment === 0) ending.abort();
      const made = help.create({ element, signal: ending.signal, onProgress: () => { if (++told === moment) ending.abort(); } });
      if (moment === 1) ending.abort();
      const error = await made.then(() => null, (reason) => reason);
      help.equal(error?.name, "AbortError", `aborted at ${moment}`);
      help.equal(help.count(), { objects: 0, listeners: 0, canvases: 0 }, `left when aborted at ${moment}`);
      help.equal(element.getAttribute("style"), "width: 240px; height: 150px;", "the style of the element");
    }
    const ending = new AbortController(), fluid = await help.create({ signal: ending.signal });
    ending.abort();
    await help.refuse(() => fluid.draw(), "CALL_ORDER", "destroyed");
    help.equal(help.count(), { objects: 0, listeners: 0, canvases: 0 }, "left when aborted later");
  }),

  // As React's StrictMode does it with a canvas: one fluid is ended while it is made, and another made at once.
  canvasAgain: inPage(async () => {
    const element = help.element(), canvas = document.createElement("canvas");
    canvas.style.cssText = "width: 200px; height: 100px; padding: 15px 30px; border: 9px solid";
    element.append(canvas);
    const [first, second] = [new AbortController(), new AbortController()];
    const ended = [help.create({ canvas, signal: first.signal }), help.create({ canvas, signal: second.signal, onProgress: () => second.abort() })];
    first.abort();
    const reasons = (await Promise.allSettled(ended)).map(({ reason }) => reason?.name);
    help.equal(reasons, ["AbortError", "AbortError"], "fluids that were ended");
    // What is opaque is shown by any context.
    const fluid = await help.create({ canvas, autoplay: false, alpha: "opaque", background: "tomato" }), { gl } = fluid;
    help.equal(fluid.toWorld("100%", "0%").x, 2, "the shape of what lies within border and padding");
    const isClear = () => {
      const pixel = new Uint8Array(4);
      gl.readPixels(gl.drawingBufferWidth / 2, gl.drawingBufferHeight / 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return pixel.every((value) => value === 0);
    };
    fluid.draw();
    help.equal(isClear(), false, "a canvas that was drawn on");
    fluid.destroy();
    help.equal([gl.isContextLost(), isClear()], [false, true], "a canvas that nobody uses any more");
    help.equal(help.count(), { objects: 0, listeners: 0, canvases: 1 }, "what is left");
    await help.refuse(() => help.create({ canvas, alpha: "straight" }), "UNSUPPORTED", '"straight"', "new canvas");
  }),

  destroyed: inPage(async () => {
    const fluid = await help.create(), emitter = fluid.addEmitter({ x: 10, y: 10 });
    const solid = fluid.addSolid({ circle: { x: 50, y: 50, radius: 9 } }), reading = fluid.read("dye"), saving = fluid.save();
    fluid.destroy();
    fluid.destroy();
    await help.refuse(reading, "CALL_ORDER", "destroyed");
    await help.refuse(saving, "CALL_ORDER", "destroyed");
    const calls = { splat: [{ x: 1, y: 1 }], splatRandomly: [], addEmitter: [{ x: 1, y: 1 }], step: [0.1], draw: [],
      addSolid: [{ circle: { x: 1, y: 1, radius: 1 } }], fill: [10], setParams: [{}], setLook: [{}], drawToTexture: [8, 8],
      play: [], pause: [], reset: [], resize: [10, 10], texture: ["dye"], read: ["dye"], save: [], load: [new ArrayBuffer(8)] };
    for (const [name, given] of Object.entries(calls)) {
      await help.refuse(() => fluid[name](...given), "CALL_ORDER", "destroyed");
    }
    await help.refuse(() => emitter.set({ x: 20 }), "CALL_ORDER", "destroyed");
    await help.refuse(() => solid.set({ circle: { x: 1, y: 1, radius: 1 } }), "CALL_ORDER", "destroyed");
    emitter.remove();
    solid.remove();
    fluid.destroy();
    help.equal(fluid.playing, false, "playing");
    help.equal(fluid.framesPerSecond, 0, "framesPerSecond");
    help.equal(help.count(), { objects: 0, listeners: 0, canvases: 0 }, "what is left");
  }),

  nonsense: inPage(async () => {
    const fluid = await help.create({ autoplay: false }), strange = [NaN, Infinity, -Infinity, "much", "5", null, {}, []];
    const bad = ["OUT_OF_RANGE", "TYPE"];
    for (const value of strange) {
      for (const name of ["x", "y", "radius", "vx", "vy", "amount", "temperature", "mass", "lifetime"]) {
        if (name === "radius" && value === null) continue; // as if it were not there
        await help.refuse(() => fluid.splat({ x: 10, y: 10, [name]: value }), bad, name);
        await help.refuse(() => fluid.addEmitter({ x: 10, y: 10, [name]: value }), bad, name);
      }
      await help.refuse(() => fluid.step(value), bad);
      await help.refuse(() => fluid.fill(value), [...bad, "UNSUPPORTED"]);
      await help.refuse(() => fluid.drawToTexture(value, 8), bad);
      await help.refuse(() => fluid.toWorld(value, 8), bad);
      await help.refuse(() => fluid.read(value), bad);
      await help.refuse(() => fluid.addSolid({ circle: { x: value, y: 1, radius: 1 } }), bad);
      await help.refuse(() => fluid.addSolid({ polygon: [[value, 1], [2, 2], [0, 2]] }), bad);
      await help.refuse(() => fluid.setParams({ grid: { viscosity: value } }), bad);
      await help.refuse(() => fluid.setLook({ opacity: value }), bad);
      await help.refuse(() => fluid.load(value), [...bad, "NULL_ARGUMENT", "FORMAT", "VERSION", "SNAPSHOT"]);
    }
    await help.refuse(() => fluid.splat(), bad);
    await help.refuse(() => fluid.splat({}), bad);
    await help.refuse(() => fluid.splat({ x: 1, y: 1, colour: "red" }), bad, "colour", "color");
    await help.refuse(() => fluid.splat({ x: 1, y: 1, color: "rouge" }), bad, "rouge");
    await help.refuse(() => fluid.splat({ x: 1, y: 1, radius: -1 }), bad, "radius");
    await help.refuse(() => fluid.splat({ x: 1, y: 1, texture: {} }), bad, "texture");
    await help.refuse(() => fluid.splat({ x: 1, y: 1, texture: help.context().createTexture() }), bad, "texture");
    await help.refuse(() => fluid.addSolid({}), bad, "circle");
    await help.refuse(() => fluid.addSolid(), bad, "circle");
    await help.refuse(() => fluid.addSolid({ circle: { x: 1, y: 1, radius: 1 }, text: "a" }), bad, "circle", "text");
    await help.refuse(() => fluid.addSolid({ polygon: [[0, 0], [1, 1]] }), bad);
    await help.refuse(() => fluid.setColors([]), bad, "colors");
    await help.refuse(() => fluid.setParams({ gird: {} }), bad, "gird");
    const { parentElement: element } = fluid.canvas;
    for (const [call, ...told] of [
      [() => fluid.setLook({ blom: {} }), "setLook", "blom", "bloom"],
      [() => fluid.setLook({ bloom: { strength: 1 } }), "setLook: look.bloom", "strength", "intensity"],
      [() => fluid.setLook({ bloom: { intensity: 5 } }), "setLook: bloom.intensity is 5", "0 to 4"],
      [() => fluid.draw({ look: { opacity: 2 } }), "draw: opacity is 2"],
      [() => fluid.drawToTexture(8, 8, { opacity: "much" }), "drawToTexture: look.opacity"],
      [() => fluid.setParams({ grid: { viscosity: -1 } }), "setParams: grid.viscosity is -1"],
      [() => fluid.setParams({ grid: { stickiness: 1 } }), "setParams: grid", "stickiness"],
      [() => help.create({ element, def: { grid: { stickiness: 1 } } }), "createFluid: def.grid", "stickiness"],
      [() => help.create({ element, look: { bloom: { strength: 1 } } }), "createFluid: look.bloom", "strength"]]) {
      const message = await help.refuse(call, bad, ...told);
      help.assert(!/gfFluid_|gfDevice_|gfCreate/.test(message), `"${message}" names a function of C`);
    }
    await help.refuse(() => fluid.resize(10, 10), "CALL_ORDER");
    await help.refuse(() => fluid.read("air"), bad, "velocity");
    await help.refuse(() => fluid.splatRandomly(1e9), bad);
    // What was refused left nothing behind.
    fluid.splat({ x: 1e9, y: -1e9, vx: 1e5, radius: 1e6 });
    fluid.splat({ x: "50%", y: "50%", color: "rgb(255 0 0 / 50%)" });
    fluid.step(1 / 60);
    fluid.draw();
    const { values } = await fluid.read("velocity");
    help.assert(values.every(Number.isFinite), "a velocity is not finite");
    fluid.destroy();
  }),

  // What the types' comments show is what it takes.
  async shownOptions(page, open) {
    await open();
    await page.evaluate(async (text) => {
      const fluid = await help.create({ autoplay: false, ...Function(`return ${text}`)() });
      fluid.draw();
      fluid.destroy();
    }, await readOptions(folder));
  },

  strangePointers: inPage(async () => {
    const fluid = await help.create(), stopped = [];
    fluid.addEventListener("error", ({ detail }) => stopped.push(detail.message));
    for (const value of [NaN, Infinity, -Infinity, undefined, null, 1e30, 60, 61, -1e30, 90]) {
      for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel", "pointerout"]) {
        window.dispatchEvent(Object.assign(new Event(type), { clientX: value, clientY: value, pointerId: 1, relatedTarget: document }));
      }
    }
    await help.frames(fluid, 3);
    help.equal(stopped, [], "errors");
    fluid.destroy();
  }),

  // Where a pointer is on a canvas's picture, as the browser itself tells of it by offsetX, and where an element is.
  async boxes(page, open) {
    await page.setViewportSize({ width: 1200, height: 900 });
    await open();
    await page.evaluate(async () => {
      const { findPicture, Pointers } = await import("/gpufluid/canvas.js"), { findBox } = await import("/gpufluid/shapes.js");
      const near = (found, wanted, what) => {
        const apart = Math.max(...wanted.map((value, i) => Math.abs(value - found[i])));
        help.assert(apart <= 1.2, `${what}: [${found}] is not [${wanted}]`); // whole pixels are what offsetX has
      };
      window.show = (styles) => {
        const root = help.element(400, 260);
        let place = root;
        for (const [style, name] of [[styles.outer, "div"], [styles.inner, "div"], [styles.canvas, "canvas"]]) {
          const made = document.createElement(name);
          made.style.cssText = `position: absolute; left: 90px; top: 50px; width: 200px; height: 120px; ${style ?? ""}`;
          place.append(made);
          place = made;
        }
        const canvas = place, style = getComputedStyle(canvas), padding = [style.paddingLeft, style.paddingTop].map(Number.parseFloat);
        const { width, height } = findPicture(canvas), pointers = new Pointers(canvas, () => {});
        near([width, height], [canvas.clientWidth - 2 * padding[0], canvas.clientHeight - 2 * padding[1]], "the picture's size");
        // An element that lies just where the canvas does.
        const twin = document.createElement("div");
        twin.style.cssText = `${canvas.style.cssText}; pointer-events: none`;
        canvas.after(twin);
        const whole = findBox(twin, canvas);
        near([whole.x, whole.y, whole.width, whole.height, 100 * whole.angle], [width / 2, height / 2,
          canvas.offsetWidth, canvas.offsetHeight, 0], "the canvas's twin");
        if (styles.turns) near([findBox(root, canvas).angle * 180 / Math.PI], [-styles.turns], "an element beside a canvas that is turned");
        canvas.addEventListener("pointermove", (event) => {
          const zoom = canvas.currentCSSZoom; // offsetX is before it
          window.seen = [event.offsetX / zoom - padding[0], event.offsetY / zoom - padding[1]];
        });
        window.compare = (what) => {
          const [stroke] = pointers.take().values();
          help.assert(stroke && window.seen, `${what}: no stroke`);
          near([stroke.to.x, stroke.to.y], window.seen, what);
        };
        const box = canvas.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      };
    });
    const cases = [{}, { canvas: "border: 20px solid; padding: 15px 8px" }, { canvas: "rotate: 30deg; border: 9px solid; padding: 5px", turns: 30 },
      { outer: "transform: scale(2) rotate(10deg); transform-origin: 10px 20px", canvas: "transform: rotate(30deg)" },
      { outer: "scale: 0.8 1.4; rotate: -50deg", inner: "transform: skewX(20deg) scaleX(-1)", canvas: "padding: 12px; margin: 3px" },
      { outer: "zoom: 1.5", inner: "transform: rotateY(40deg)", canvas: "rotate: 90deg; padding: 10px; box-sizing: border-box" }];
    for (const styles of cases) {
      const { x, y } = await page.evaluate((given) => window.show(given), styles);
      for (const [across, down] of [[-20, -10], [15, 8], [-8, 17]]) await page.mouse.move(x + across, y + down);
      await page.evaluate((what) => window.compare(what), JSON.stringify(styles));
    }
  },

  sizes: inPage(async () => {
    const element = help.element(0, 0), fluid = await help.create({ element });
    Object.assign(element.style, { width: "200px", height: "100px" });
    await help.until(() => fluid.toWorld("100%", "0%").x === 2, "a size after none");
    await help.frames(fluid, 1);
    element.style.width = "0";
    await help.pause(100);
    element.style.width = "10000px";
    await help.until(() => fluid.toWorld("100%", "0%").x === 100, "10,000 pixels");
    help.assert(fluid.canvas.width <= 4096, `the canvas is ${fluid.canvas.width} wide`);
    element.style.display = "none";
    await help.pause(100);
    element.remove();
    await help.pause(100);
    fluid.splat({ x: 5, y: 5 });
    fluid.destroy();
  }),

  twoFluids: inPage(async () => {
    const both = help.element(), places = ["0", "120px"].map((left) => {
      const place = document.createElement("div");
      place.style.cssText = `position: absolute; left: ${left}; width: 110px; height: 100px`;
      both.append(place);
      return place;
    });
    const [a, b] = await Promise.all(places.map((element) => help.create({ element, pointer: "none" })));
    a.splat({ x: "50%", y: "50%", color: "red" });
    await Promise.all([help.frames(a, 1), help.frames(b, 1)]);
    const sum = async (fluid) => (await fluid.read("dye")).values.reduce((total, value) => total + value, 0);
    const dyes = [await sum(a), await sum(b)];
    help.assert(dyes[0] > 0.1 && dyes[1] === 0, `one's dye is the other's: ${dyes}`);
    a.destroy();
    b.splat({ x: "50%", y: "50%", vx: 50 }); // a calm one rests
    await help.frames(b, 1);
    b.destroy();
    // Two in one context of somebody else's.
    const gl = help.context(), pair = await Promise.all([1, 2].map(() => help.create({ gl, width: 64, height: 64 })));
    pair[0].splat({ x: 10, y: 10 });
    pair[0].destroy();
    pair[1].step(1 / 60);
    pair[1].draw();
    pair[1].destroy();
    help.equal(help.count().objects, 0, "objects of WebGL left in the host's context");
    help.assert(!gl.isContextLost(), "the host's context is lost");
  }),

  unseen: inPage(async () => {
    const element = help.element(), fluid = await help.create({ element });
    fluid.addEmitter({ x: "50%", y: "90%", vy: "-50%" }); // a calm one rests
    let steps = 0;
    const { gfFluid_Step } = fluid.api;
    fluid.api.gfFluid_Step = (...given) => {
      steps++;
      return gfFluid_Step(...given);
    };
    const moves = async (what) => {
      const before = steps;
      await help.until(() => steps > before + 1, `${what}: frames`);
    };
    const rests = async (what) => {
      await help.pause(1000); // what is under way comes to its end
      const before = steps;
      await help.pause(1500);
      help.equal(steps, before, `${what}: frames`);
    };
    await moves("in view");
    element.style.marginTop = "5000px";
    await rests("off screen");
    element.style.marginTop = "0";
    await moves("in view again");
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    await rests("a hidden tab");
    delete document.hidden;
    document.dispatchEvent(new Event("visibilitychange"));
    await moves("a shown tab");
    fluid.pause();
    await rests("paused");
    fluid.destroy();
  }),

  async strictPolicy(page, open) {
    await open({ "Content-Security-Policy":
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; img-src 'self'" });
    await page.evaluate(async () => {
      const policies = [];
      document.addEventListener("securitypolicyviolation", (event) => policies.push(event.violatedDirective));
      const fluid = await help.create();
      fluid.addSolid({ text: "A", x: "50%", y: "50%" });
      await help.frames(fluid, 1);
      help.equal(policies, [], "violations of the policy");
      help.equal(getComputedStyle(fluid.canvas).position, "absolute", "the canvas's position");
      fluid.destroy();
    });
  },

  async reducedMotion(page, open) {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open();
    await page.evaluate(async () => {
      const fluid = await help.create();
      help.equal(fluid.playing, false, "playing");
      fluid.splat({ x: "50%", y: "50%" });
      help.equal(fluid.playing, false, "playing after a splat");
      fluid.play();
      await help.frames(fluid, 2);
      fluid.destroy();
      const other = await help.create({ reducedMotion: "ignore" });
      await help.frames(other, 2);
      other.destroy();
    });
  },

  // What a reader of the screen and a hand meet: nothing.
  outOfTheWay: inPage(async () => {
    const element = help.element(), button = document.createElement("button");
    element.append(button);
    let clicks = 0;
    button.addEventListener("click", () => clicks++);
    for (const layer of ["over", "behind"]) {
      const fluid = await help.create({ element, layer, autoplay: false }), box = button.getBoundingClientRect();
      help.equal(fluid.canvas.getAttribute("aria-hidden"), "true", "aria-hidden");
      help.equal(document.elementFromPoint(box.x + 2, box.y + 2) === button, true, `${layer}: what a click meets is the button`);
      help.equal(fluid.canvas.tabIndex, -1, "tabIndex");
      fluid.destroy();
      help.equal(element.children.length, 1, "children left");
    }
    const named = document.createElement("canvas");
    named.setAttribute("aria-hidden", "false");
    element.append(named);
    const fluid = await help.create({ canvas: named, autoplay: false });
    help.equal(named.getAttribute("aria-hidden"), "false", "what the page says of its canvas");
    fluid.destroy();
  }),
};

await runTests(folder, tests, names);
