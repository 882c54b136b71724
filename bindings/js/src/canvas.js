// A canvas on a page: one of the host's, or one that is laid over an element; its size, where it lies in the window, and
// whether it is seen.
import { FluidError } from "./error.js";

/** Lays a canvas over an element, or behind its content, and lets all events through. `kept`: one to take again. */
export function layOver(element, layer, kept) {
  const canvas = kept ?? document.createElement("canvas"), position = getComputedStyle(element).position;
  const before = { position: element.style.position, isolation: element.style.isolation };
  for (const { name } of [...canvas.attributes]) canvas.removeAttribute(name);
  canvas.setAttribute("aria-hidden", "true");
  Object.assign(canvas.style, { position: "absolute", inset: "0", width: "100%", height: "100%", display: "block",
    pointerEvents: "none", zIndex: layer === "behind" ? "-1" : "1" });
  if (position === "static") element.style.position = "relative";
  if (layer === "behind") element.style.isolation = "isolate";
  element.prepend(canvas);
  return { canvas, remove() {
    canvas.remove();
    Object.assign(element.style, before);
  } };
}

/** The WebGL 2 context of a canvas, which is the fluid's own from now on. */
export function makeContext(canvas, alpha) {
  const options = { alpha: alpha !== "opaque", premultipliedAlpha: alpha !== "straight", antialias: false, depth: false,
    stencil: false, powerPreference: "high-performance" };
  const gl = canvas.getContext("webgl2", options);
  if (gl?.isContextLost()) throw new FluidError("CONTEXT_LOST", "the canvas's WebGL context is lost; another try is expected once it is back, or a new canvas");
  if (gl) {
    // A canvas has one context, whose first caller chose how it covers the page; what is opaque looks the same by all.
    const given = gl.getContextAttributes();
    if (alpha === "opaque" || given.alpha && given.premultipliedAlpha === options.premultipliedAlpha) return gl;
    throw new FluidError("UNSUPPORTED", `the canvas has a context already, of another alpha than "${alpha ?? "premultiplied"}"; the same alpha or a new canvas is expected`);
  }
  const another = typeof document === "undefined" ? new OffscreenCanvas(1, 1) : document.createElement("canvas");
  const taken = another.getContext("webgl2");
  taken?.getExtension("WEBGL_lose_context")?.loseContext();
  throw new FluidError("UNSUPPORTED", taken ? "the canvas has a context of another kind already; a canvas without one is expected"
    : "this browser gives no WebGL 2 here: it may be switched off in its settings, or refuse the graphics driver");
}

/** Leaves nothing to be seen on a canvas whose context stays. */
export function clearPicture(gl) {
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.disable(gl.SCISSOR_TEST);
  gl.colorMask(true, true, true, true);
  gl.clearColor(0, 0, 0, 0);
  gl.clear(gl.COLOR_BUFFER_BIT);
}

// What CSS makes of an element's own pixels, by transforms of it and of all around it: { a, b, c, d } takes (x, y) to
// (a x + c y, b x + d y). Transforms in space count as they are seen from the front, without perspective.
function findTransform(element) {
  let all = new DOMMatrix();
  for (let each = element; each; each = each.assignedSlot ?? each.parentElement ?? each.getRootNode().host) {
    const { transform, rotate, scale } = getComputedStyle(each);
    const { a, b, c, d } = new DOMMatrix(transform), own = new DOMMatrix();
    if (/^[^ ]+deg$/.test(rotate)) own.rotateSelf(Number.parseFloat(rotate));
    if (scale && scale !== "none") own.scaleSelf(...scale.split(" ").slice(0, 2).map(Number));
    all = own.multiply(new DOMMatrix([a, b, c, d, 0, 0])).multiply(all);
  }
  return all;
}

/**
 * How an element's border box lies in the window: its centre, its width and height before CSS transforms it, and the
 * transform of {@link findTransform}. Null: it has no area there.
 */
export function findPlace(element) {
  const box = element.getBoundingClientRect(), width = element.offsetWidth ?? box.width, height = element.offsetHeight ?? box.height;
  const { a, b, c, d } = element.offsetWidth === undefined ? new DOMMatrix() : findTransform(element);
  // What else scales it, such as zoom, is what the box about it has that the transform doesn't tell of.
  const across = box.width / (Math.abs(a) * width + Math.abs(c) * height), down = box.height / (Math.abs(b) * width + Math.abs(d) * height);
  const transform = { a: a * across, b: b * down, c: c * across, d: d * down };
  if (!(Math.abs(transform.a * transform.d - transform.b * transform.c) > 1e-9)) return null;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width, height, transform };
}

// What a canvas's border and padding take of its box, or its padding alone, at each side.
function measureEdges(canvas, border) {
  const style = getComputedStyle(canvas);
  const edge = (side) => Number.parseFloat(style[`padding${side}`]) + (border ? Number.parseFloat(style[`border${side}Width`]) : 0);
  return { left: edge("Left"), right: edge("Right"), top: edge("Top"), bottom: edge("Bottom") };
}

// The size of a canvas's picture, which lies within border and padding, in CSS pixels.
function measurePicture(canvas) {
  const { left, right, top, bottom } = measureEdges(canvas, false);
  return { width: Math.max(0, canvas.clientWidth - left - right), height: Math.max(0, canvas.clientHeight - top - bottom) };
}

/**
 * How to go from the window to a canvas's picture, in CSS pixels of the canvas from the picture's upper left corner:
 * `toPicture(x, y)` of a place, `turn(x, y)` of a way; `width` and `height` are the picture's. Null: it isn't shown.
 */
export function findPicture(canvas) {
  const place = findPlace(canvas), size = measurePicture(canvas);
  if (!place || size.width === 0 || size.height === 0) return null;
  const { a, b, c, d } = place.transform, whole = a * d - b * c, edges = measureEdges(canvas, true);
  const turn = (x, y) => ({ x: (d * x - c * y) / whole, y: (a * y - b * x) / whole });
  const toPicture = (x, y) => {
    const way = turn(x - place.x, y - place.y);
    return { x: way.x + (size.width - edges.left + edges.right) / 2, y: way.y + (size.height - edges.top + edges.bottom) / 2 };
  };
  return { ...size, turn, toPicture };
}

/** Gives a canvas so many of its own pixels for each of a size. False: it has them already. */
export function resizeCanvas(canvas, size, ratio) {
  const width = Math.max(1, Math.round(size.width * ratio)), height = Math.max(1, Math.round(size.height * ratio));
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
}

/** Follows a canvas on a page: calls back when its size or whether it is seen has changed. */
export class Watch {
  #canvas;
  #observers = [];
  #onChange;
  #inView = true;

  constructor(canvas, onChange) {
    this.#canvas = canvas;
    this.#onChange = onChange;
    if (typeof document === "undefined" || !(canvas instanceof HTMLCanvasElement)) return;
    const sized = new ResizeObserver(() => onChange());
    const seen = new IntersectionObserver((entries) => {
      this.#inView = entries.at(-1).isIntersecting;
      onChange();
    });
    this.#observers = [sized, seen];
    for (const observer of this.#observers) observer.observe(canvas);
    document.addEventListener("visibilitychange", this.#changed);
  }

  #changed = () => this.#onChange();

  /** Whether somebody may see it. */
  get isSeen() {
    return this.#inView && !globalThis.document?.hidden;
  }

  /** The size of its picture on the page, CSS pixels; null: it is on none. */
  get size() {
    return this.#canvas.isConnected ? measurePicture(this.#canvas) : null;
  }

  end() {
    for (const observer of this.#observers) observer.disconnect();
    globalThis.document?.removeEventListener("visibilitychange", this.#changed);
  }
}

/** Follows the pointers that move over a canvas, whatever lies above it, and takes no event away from the page. */
export class Pointers {
  #canvas;
  #last = new Map();
  #strokes = [];
  #onMove;

  constructor(canvas, onMove) {
    this.#canvas = canvas;
    this.#onMove = onMove;
    for (const type of ["pointermove", "pointerdown"]) globalThis.addEventListener(type, this.#move, { passive: true });
    for (const type of ["pointerup", "pointercancel", "pointerout"]) globalThis.addEventListener(type, this.#leave, { passive: true });
  }

  #move = (event) => {
    const picture = Number.isFinite(event.clientX) && Number.isFinite(event.clientY) ? findPicture(this.#canvas) : null;
    if (!picture) return;
    const { x, y } = picture.toPicture(event.clientX, event.clientY), last = this.#last.get(event.pointerId);
    const inside = x >= 0 && y >= 0 && x <= picture.width && y <= picture.height;
    if (last && (inside || last.inside) && (last.x !== x || last.y !== y)) {
      this.#strokes.push({ id: event.pointerId, from: { x: last.x, y: last.y }, to: { x, y } });
      this.#onMove();
    }
    this.#last.set(event.pointerId, { x, y, inside });
  };

  #leave = (event) => {
    if (event.type !== "pointerout" || event.relatedTarget === null) this.#last.delete(event.pointerId);
  };

  /** The ways that pointers went since the last call, one for each. */
  take() {
    const ways = new Map();
    for (const { id, from, to } of this.#strokes.splice(0)) ways.set(id, { from: ways.get(id)?.from ?? from, to });
    return ways;
  }

  end() {
    for (const type of ["pointermove", "pointerdown"]) globalThis.removeEventListener(type, this.#move);
    for (const type of ["pointerup", "pointercancel", "pointerout"]) globalThis.removeEventListener(type, this.#leave);
  }
}
