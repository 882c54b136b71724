// How fine a fluid is computed and drawn on this machine.
import { findRenderer } from "./gl.js";

/** From good machines to weak ones: cells along the longer side, dye cells for each, the most picture pixels to a CSS
 * pixel. */
export const sizes = [
  { label: "large", cells: 512, dyeScale: 2, pixelRatio: 2 },
  { label: "medium", cells: 384, dyeScale: 2, pixelRatio: 2 },
  { label: "small", cells: 256, dyeScale: 2, pixelRatio: 1.25 },
  { label: "tiny", cells: 160, dyeScale: 2, pixelRatio: 0.8 },
  { label: "least", cells: 96, dyeScale: 1.5, pixelRatio: 0.6 },
];

// Where a machine begins, by the number of a size.
const first = { desktop: 1, phone: 2, software: 4 };

/** Whether a context is drawn by the processor, with no graphics chip. */
export function drawsInSoftware(gl) {
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(findRenderer(gl));
}

/** The number of the size that suits a machine whose frames nobody has measured yet. */
export function suggestSize(gl) {
  if (drawsInSoftware(gl)) return first.software;
  return globalThis.matchMedia?.("(pointer: coarse)").matches ? first.phone : first.desktop;
}

const slowest_ms = 26; // a frame, by the median of so many
const judged = { frames: 36, ms: 1500 }, spared = { frames: 14, ms: 700 }; // whichever comes first

// What a picture of one size costs over that of another: cells and pixels.
function shareOf(to, from) {
  return Math.max((to.cells / from.cells) ** 2, (to.pixelRatio / from.pixelRatio) ** 2);
}

/** Tells when a machine cannot follow, once it is sure: by seconds, for a weak one may need some for a frame. */
export class Judge {
  #frames = 0;
  #seen = 0;
  #times = [];
  #timed = 0;

  /** Begins anew, where another size or scene was chosen. */
  restart() {
    this.#frames = this.#seen = 0;
    this.forget();
  }

  /** Drops what was measured last, as after a rest. */
  forget() {
    this.#times = [];
    this.#timed = 0;
  }

  /** Takes the time between two frames, ms, drawn with the size of a number. The number of the size to go on with. */
  take(interval, number) {
    this.#frames++;
    this.#seen += interval;
    if (this.#frames <= spared.frames && this.#seen <= spared.ms) return number;
    this.#times.push(interval);
    this.#timed += interval;
    if (this.#times.length < judged.frames && this.#timed < judged.ms) return number;
    const median = this.#times.sort((a, b) => a - b)[this.#times.length >> 1], before = sizes[number];
    this.forget();
    let wanted = number;
    while (wanted + 1 < sizes.length && median * shareOf(sizes[wanted], before) > slowest_ms) wanted++;
    if (wanted !== number) this.restart();
    return wanted;
  }
}
