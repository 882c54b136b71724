// Emitters and solids of a fluid. Each is placed anew when the canvas's size changes, and added anew when a lost context
// has come back. `tools` is what they have of their fluid.
import { findBox, findKind, isMask, makeMask, makeShape, makeWhole } from "./shapes.js";
import { expect } from "./values.js";

const usual_sway = 0.16; // of an emitter's speed

export class Emitter {
  #tools;
  #source;
  #ids = [];
  #flow = null; // the definition of its velocity
  #phase = 7 * Math.random();

  constructor(tools, source) {
    this.#tools = tools;
    this.#source = source;
    this.add();
    tools.things.add(this);
  }

  get drives() {
    return true;
  }

  add() {
    const { api, handle } = this.#tools;
    this.#ids = this.#makeSources(this.#source).map((def) => api.gfFluid_AddEmitter(handle, def));
  }

  #makeSources(source) {
    const defs = this.#tools.makeSources(source);
    this.#flow = source.sway !== 0 && this.#tools.isSmoke && defs[0].velocity ? defs[0] : null;
    return defs;
  }

  // Sways to and fro, for nothing that rises goes straight up.
  follow() {
    if (!this.#flow) return;
    const { api, handle } = this.#tools, { velocity: { x, y } } = this.#flow, time = performance.now() / 1000 + this.#phase;
    const aside = (this.#source.sway ?? usual_sway) * (Math.sin(2.3 * time) + 0.6 * Math.sin(5.1 * time));
    api.gfFluid_SetEmitter(handle, this.#ids[0], { ...this.#flow, velocity: { x: x - aside * y, y: y + aside * x } });
  }

  place() {
    this.set({});
  }

  set(change) {
    this.#tools.ensure();
    expect(this.#tools.things.has(this), "HANDLE", "this emitter is removed");
    const { api, handle } = this.#tools, source = { ...this.#source, ...change };
    const defs = this.#makeSources(source);
    this.#source = source;
    if (defs.length !== this.#ids.length) {
      this.#drop();
      this.add();
    } else {
      defs.forEach((def, i) => api.gfFluid_SetEmitter(handle, this.#ids[i], def));
    }
    this.#tools.stir();
  }

  #drop() {
    for (const { remove, id } of this.ids) this.#tools.drop(remove, id);
  }

  get ids() {
    return this.#ids.map((id) => ({ remove: "gfFluid_RemoveEmitter", id }));
  }

  remove() {
    if (!this.#tools.things.delete(this)) return;
    this.#tools.ensure();
    this.#drop();
  }
}

export class Solid {
  #tools;
  #kind;
  #solid;
  #canvas;
  #id = null; // null: its element is not shown
  #box = "";
  #moved = 0;

  constructor(tools, solid, canvas) {
    this.#tools = tools;
    this.#kind = findKind(solid);
    this.#solid = solid;
    this.#canvas = canvas;
    this.add();
    tools.things.add(this);
  }

  // Whether it moved in the last second.
  get drives() {
    return performance.now() - this.#moved < 1000;
  }

  #define() {
    const shape = makeShape(this.#tools.page, this.#kind, this.#solid, this.#canvas);
    return shape && { shape, velocityFromMotion: true };
  }

  add() {
    const { api, handle, page } = this.#tools;
    if (isMask(this.#kind)) {
      const whole = makeWhole(page);
      this.#id = api.gfFluid_AddSolidMask(handle, makeMask(page, this.#kind, this.#solid), whole);
      if (this.#solid.invert) api.gfFluid_SetSolid(handle, this.#id, { shape: whole, invert: true });
    } else {
      const def = this.#define();
      this.#id = def && api.gfFluid_AddSolid(handle, def);
    }
  }

  place() {
    this.#drop();
    this.add();
  }

  get follows() {
    return this.#kind === "element" && this.#solid.follow !== false;
  }

  #findBox() {
    return JSON.stringify(findBox(this.#solid.element, this.#canvas));
  }

  hasMoved() {
    return this.follows && this.#findBox() !== this.#box;
  }

  follow() {
    if (!this.hasMoved()) return;
    this.#box = this.#findBox();
    this.#moved = performance.now();
    this.#move();
  }

  #move() {
    const { api, handle } = this.#tools, def = this.#define();
    if (def && this.#id) api.gfFluid_SetSolid(handle, this.#id, def);
    else {
      this.#drop();
      this.add();
    }
  }

  set(change) {
    this.#tools.ensure();
    expect(this.#tools.things.has(this), "HANDLE", "this solid is removed");
    const kind = findKind(change);
    expect(kind === this.#kind, "OUT_OF_RANGE", `this solid is a ${this.#kind}, which a ${kind} can't replace; remove it and add another`);
    const before = this.#solid;
    this.#solid = { ...this.#solid, ...change };
    try {
      if (isMask(kind)) this.place();
      else this.#move();
    } catch (error) {
      this.#solid = before;
      throw error;
    }
    this.#moved = performance.now();
    this.#tools.stir();
  }

  #drop() {
    for (const { remove, id } of this.ids) this.#tools.drop(remove, id);
    this.#id = null;
  }

  get ids() {
    return this.#id ? [{ remove: "gfFluid_RemoveSolid", id: this.#id }] : [];
  }

  remove() {
    if (!this.#tools.things.delete(this)) return;
    this.#tools.ensure();
    this.#drop();
  }
}
