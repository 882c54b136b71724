// A canvas on a page: one of the host's, or one that is laid over an element; its size, and whether it is seen.
import { FluidError } from "./error.js";

/** Lays a canvas over an element, or behind its content, and lets all events through. */
export function layOver(element, layer) {
  const canvas = document.createElement("canvas"), position = getComputedStyle(element).position;
  const before = { position: element.style.position, isolation: element.style.isolation };
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
  if (gl && !gl.isContextLost()) return gl;
  if (gl) throw new FluidError("CONTEXT_LOST", "the canvas's WebGL context is lost, as it is where a fluid on it was destroyed; a new canvas is expected");
  const another = typeof document === "undefined" ? new OffscreenCanvas(1, 1) : document.createElement("canvas");
  const taken = another.getContext("webgl2");
  taken?.getExtension("WEBGL_lose_context")?.loseContext();
  throw new FluidError("UNSUPPORTED", taken ? "the canvas has a context of another kind already; a canvas without one is expected"
    : "this browser gives no WebGL 2 here: it may be switched off in its settings, or refuse the graphics driver");
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

  /** Its size on the page, CSS pixels; null: it is on none. */
  get size() {
    const { isConnected, clientWidth, clientHeight } = this.#canvas;
    return isConnected ? { width: clientWidth, height: clientHeight } : null;
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
    const box = this.#canvas.getBoundingClientRect();
    if (!Number.isFinite(event.clientX) || !Number.isFinite(event.clientY) || box.width === 0 || box.height === 0) return;
    // A canvas may be scaled by CSS: its own pixels count.
    const x = ((event.clientX - box.left) / box.width) * this.#canvas.clientWidth;
    const y = ((event.clientY - box.top) / box.height) * this.#canvas.clientHeight;
    const last = this.#last.get(event.pointerId), inside = x >= 0 && y >= 0 && x <= this.#canvas.clientWidth && y <= this.#canvas.clientHeight;
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
