// What callers give: lengths, colours and options, checked and told of.
import { FluidError } from "./error.js";

/** Throws an error of a code unless a condition holds. */
export function expect(condition, code, message) {
  if (!condition) throw new FluidError(code, message);
}

/** An error for callers of `caller`: the library's own name its function and its parameter, which is their `option`; "": the whole. */
export function translate(error, caller, option) {
  if (!(error instanceof FluidError)) return error;
  const message = error.message.replace(/^gf\w+: (?:(def(?:\.(draws|fluids)\[0\])?|params)(?!\w)(\.?))?/, (all, place, list, dot) =>
    `${caller}: ${list === "draws" ? "look" : place ? option : ""}${option === "" ? "" : dot ?? ""}`);
  return message === error.message ? error : new FluidError(error.code, message);
}

/** Runs a call of the library's, and throws its errors so. */
export function translated(caller, option, call) {
  try {
    return call();
  } catch (error) {
    throw translate(error, caller, option);
  }
}

/** Lays members over those of an object, deeply; arrays and numbers replace. */
export function merge(base, change) {
  if (change === undefined) return base;
  const isPlain = (value) => value !== null && typeof value === "object" && !Array.isArray(value) && !ArrayBuffer.isView(value);
  if (!isPlain(base) || !isPlain(change)) return change;
  const merged = { ...base };
  for (const [name, value] of Object.entries(change)) merged[name] = merge(base[name], value);
  return merged;
}

/** Refuses members that nobody reads, which are slips of the pen. */
export function checkNames(given, known, what) {
  expect(given !== null && typeof given === "object", "TYPE", `${what}: an object is expected`);
  for (const name of Object.keys(given)) {
    expect(known.includes(name), "TYPE", `${what}: there is no "${name}"; known are ${known.join(", ")}`);
  }
}

/** One of some texts. */
export function choose(value, choices, what) {
  expect(choices.includes(value), "OUT_OF_RANGE", `${what} is ${JSON.stringify(value)}; ${choices.map((each) => `"${each}"`).join(", ")} are expected`);
  return value;
}

/** A number of pixels, or a share of so many. */
export function readLength(value, whole, what) {
  const share = typeof value === "string" && /^\s*([-+]?[\d.]+(?:e[-+]?\d+)?)%\s*$/i.exec(value);
  const pixels = share ? (Number(share[1]) / 100) * whole : value;
  expect(typeof pixels === "number" && Number.isFinite(pixels), "OUT_OF_RANGE",
    `${what} is ${JSON.stringify(value) ?? value}; a finite number of pixels, or a share such as "50%", is expected`);
  return pixels;
}

/** A number that has a default and may have bounds. */
export function readNumber(value, fallback, low, high, what) {
  if (value === undefined) return fallback;
  expect(typeof value === "number" && value >= low && value <= high, "OUT_OF_RANGE", `${what} is ${value}; ${low} to ${high} is expected`);
  return value;
}

let painter = null;

/** Makes a small picture that can be drawn on, on a page or in a worker. */
export function makePicture(width, height) {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}

const toLinear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** A colour as linear light and coverage, [red, green, blue, alpha]. */
export function readColor(color, what) {
  if (Array.isArray(color)) {
    expect(color.length === 3 && color.every((value) => Number.isFinite(value) && value >= 0), "OUT_OF_RANGE",
      `${what} is [${color}]; three finite numbers of linear light, 0 and more, are expected`);
    return [...color, 1];
  }
  expect(typeof color === "string", "TYPE", `${what}: a CSS colour or [red, green, blue] is expected`);
  painter ??= makePicture(1, 1).getContext("2d", { willReadFrequently: true });
  const seen = ["#000", "#fff"].map((before) => {
    painter.fillStyle = before;
    painter.fillStyle = color; // stays as it was where this is no colour
    return painter.fillStyle;
  });
  expect(seen[0] === seen[1], "OUT_OF_RANGE", `${what} is "${color}", which is no CSS colour`);
  painter.clearRect(0, 0, 1, 1);
  painter.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = Array.from(painter.getImageData(0, 0, 1, 1).data, (value) => value / 255);
  return [toLinear(red), toLinear(green), toLinear(blue), alpha];
}
