// In each page of drive_hostile.mjs before its own scripts: counts of what is made and given back, and short calls.
{
  let free = () => {};
  const kinds = ["Buffer", "Framebuffer", "Program", "Query", "Renderbuffer", "Sampler", "Shader", "Texture", "VertexArray"];
  const objects = new Map(kinds.map((kind) => [kind, new Set()])), listeners = new Map(), modules = [];

  const wrap = (owner, name, before) => {
    const method = owner[name];
    owner[name] = function (...given) {
      return before(this, given, () => method.apply(this, given));
    };
  };
  for (const kind of kinds) {
    wrap(WebGL2RenderingContext.prototype, `create${kind}`, (gl, given, call) => {
      const made = call();
      if (made) objects.get(kind).add(made);
      return made;
    });
    wrap(WebGL2RenderingContext.prototype, `delete${kind}`, (gl, [object], call) => {
      objects.get(kind).delete(object);
      return call();
    });
  }

  const keyOf = (type, capture) => `${type} ${typeof capture === "object" ? capture.capture === true : capture === true}`;
  wrap(EventTarget.prototype, "addEventListener", (target, [type, listener, options], call) => {
    if (target === window || target === document || target instanceof Element || target instanceof AbortSignal) {
      if (!listeners.has(listener)) listeners.set(listener, new Set());
      listeners.get(listener).add(keyOf(type, options));
    }
    return call();
  });
  wrap(EventTarget.prototype, "removeEventListener", (target, [type, listener, options], call) => {
    const held = listeners.get(listener);
    held?.delete(keyOf(type, options));
    if (held?.size === 0) listeners.delete(listener);
    return call();
  });

  wrap(WebAssembly, "instantiate", async (owner, given, call) => {
    const made = await call();
    modules.push(new WeakRef((made.instance ?? made).exports.memory));
    return made;
  });

  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const until = async (condition, what) => {
    const end = performance.now() + 90_000;
    while (!await condition()) {
      if (performance.now() > end) throw new Error(`${what ?? condition} did not come true`);
      await pause(10);
    }
  };

  window.help = {
    pause,
    until,
    // What is kept for a page's next fluid (freeKept) does not count.
    count: () => {
      free();
      return { objects: [...objects.values()].reduce((sum, held) => sum + held.size, 0),
        listeners: [...listeners.values()].reduce((sum, held) => sum + held.size, 0),
        canvases: document.querySelectorAll("canvas").length };
    },

    // Memories of modules that nothing holds any more are gone once garbage was collected.
    async countModules() {
      for (let i = 0; i < 4; i++) {
        gc();
        await pause(20);
      }
      return modules.filter((held) => held.deref()).length;
    },

    // In view, where frames run: what lies there from before gives way.
    element(width = 240, height = 150) {
      document.body.replaceChildren();
      document.body.style.margin = "0";
      const element = document.createElement("div");
      Object.assign(element.style, { width: `${width}px`, height: `${height}px` });
      document.body.append(element);
      return element;
    },

    async create(options = {}, build = "smoke") {
      const { createFluid, freeKept } = await import(`/gpufluid/${build}.js`);
      free = freeKept;
      const placed = options.element || options.canvas || options.gl;
      return createFluid({ ...(placed ? {} : { element: help.element() }), quality: { cells: 32, dyeScale: 1, pixelRatio: 0.5 },
        ...options });
    },

    context(options) {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [160, 100];
      return canvas.getContext("webgl2", { antialias: false, ...options });
    },

    assert(holds, text) {
      if (!holds) throw new Error(text);
    },

    equal(a, b, what) {
      const [left, right] = [a, b].map((value) => JSON.stringify(value));
      if (left !== right) throw new Error(`${what}: ${left} is not ${right}`);
    },

    // A call, or a promise, that is to be refused with a FluidError of a code, whose message has all that is named.
    async refuse(call, code, ...parts) {
      let error = null;
      try {
        await (typeof call === "function" ? call() : call);
      } catch (thrown) {
        error = thrown;
      }
      help.assert(error, `${call} is not refused`);
      help.assert(error.name === "FluidError" && [code].flat().includes(error.code),
        `${call} is refused with ${error.name} ${error.code}, not ${code}: ${error.stack}`);
      for (const part of parts) help.assert(error.message.includes(part), `"${error.message}" does not tell of ${part}`);
      return error.message;
    },

    // Until so many frames of a fluid were drawn.
    async frames(fluid, count = 2) {
      let drawn = 0;
      const { api } = fluid, step = api.gfFluid_Step;
      api.gfFluid_Step = (...given) => {
        drawn++;
        return step(...given);
      };
      try {
        await until(() => drawn >= count, `${count} frames`);
      } finally {
        api.gfFluid_Step = step;
      }
    },
  };
}
