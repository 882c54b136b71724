// Splats and emitters: from what a page says of them to the library's own definitions.
import { GF_SHAPE_CAPSULE, GF_SHAPE_CIRCLE, GF_SHAPE_RECTANGLE, GF_SOURCE_ADD, GF_SOURCE_DYE, GF_SOURCE_MASS,
  GF_SOURCE_SET, GF_SOURCE_TEMPERATURE, GF_SOURCE_VELOCITY, GF_TEXTURE_DYE, GF_TEXTURE_MASK } from "./api.js";
import { checkNames, expect, readColor, readNumber } from "./values.js";

const members = ["x", "y", "radius", "width", "height", "vx", "vy", "color", "amount", "temperature", "mass", "lifetime", "texture", "sway"];
const largest = 1e6; // of amounts

// Dye of a colour: as much of it covers as the amount says.
function makeDye([red, green, blue, alpha], amount) {
  const covering = alpha * amount;
  return [red * covering, green * covering, blue * covering, covering];
}

function makePlace(page, source, texture) {
  const radius = page.across(source.radius ?? 0.05 * Math.min(page.width, page.height), "radius");
  expect(radius > 0, "OUT_OF_RANGE", `the radius is ${radius}; more than 0 is expected`);
  const a = page.toWorld(source.x, source.y);
  if (!texture) return { shape: { kind: GF_SHAPE_CIRCLE, a, radius: radius * page.scale }, softness: radius * page.scale };
  const half = { x: page.across(source.width ?? 2 * radius, "width") / 2, y: page.down(source.height ?? 2 * radius, "height") / 2 };
  return { shape: { kind: GF_SHAPE_RECTANGLE, a, b: { x: half.x * page.scale, y: half.y * page.scale } }, softness: 0,
    texture, textureRole: source.color === undefined ? GF_TEXTURE_DYE : GF_TEXTURE_MASK };
}

/**
 * The definitions of what a source does: one that sets the velocity, and one that adds dye, heat and liquid. `lasts`:
 * it is an emitter, whose amounts are per second. `nextColor` gives a colour where the source has none; `texture` is
 * the name of its texture, or 0.
 */
export function makeSources(page, solver, source, lasts, nextColor, texture) {
  checkNames(source, members, lasts ? "addEmitter" : "splat");
  const place = makePlace(page, source, texture), definitions = [];
  const lifetime = readNumber(source.lifetime, 0, 0, 1e9, "lifetime");
  if (source.vx !== undefined || source.vy !== undefined) {
    definitions.push({ ...place, lifetime, mode: GF_SOURCE_SET, fields: GF_SOURCE_VELOCITY,
      velocity: page.toVelocity(source.vx, source.vy) });
  }
  const amount = readNumber(source.amount, lasts ? 8 : 1, 0, largest, "amount");
  const color = source.color !== undefined ? readColor(source.color, "color") : texture ? [1, 1, 1, 1] : nextColor();
  readNumber(source.sway, 0, 0, 2, "sway");
  const temperature = readNumber(source.temperature, lasts ? 120 : 0, -largest, largest, "temperature");
  const mass = readNumber(source.mass, 1, -largest, largest, "mass");
  if (solver === "grid") {
    definitions.push({ ...place, lifetime, mode: GF_SOURCE_ADD, fields: GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE,
      dye: makeDye(color, amount), temperature });
  } else if (solver === "shallow") {
    definitions.push({ ...place, lifetime, mode: GF_SOURCE_ADD, fields: GF_SOURCE_MASS, mass: source.mass === undefined ? 0.05 : mass });
  } else {
    const colored = source.color !== undefined;
    definitions.push({ ...place, softness: 0, lifetime, mode: GF_SOURCE_SET, mass,
      fields: GF_SOURCE_MASS | (colored ? GF_SOURCE_DYE : 0), dye: colored ? makeDye(color, Math.min(1, amount)) : [0, 0, 0, 0] });
  }
  return definitions;
}

/** What a pointer does that went from one place to another: fluid goes along with it, and takes its colour. */
export function makeStroke(page, solver, from, to, seconds, color) {
  const shorter = Math.min(page.width, page.height), radius = 0.035 * shorter * page.scale, fastest = 3; // m/s
  const way = { x: ((to.x - from.x) * page.scale) / seconds, y: (-(to.y - from.y) * page.scale) / seconds };
  const slowed = Math.min(1, fastest / (Math.hypot(way.x, way.y) || 1));
  const shape = { kind: GF_SHAPE_CAPSULE, a: page.toWorld(from.x, from.y), b: page.toWorld(to.x, to.y), radius };
  const definitions = [{ shape, softness: radius, mode: GF_SOURCE_SET, fields: GF_SOURCE_VELOCITY,
    velocity: { x: way.x * slowed, y: way.y * slowed } }];
  if (solver === "grid") {
    const brightness = Math.min(1, 4 * Math.hypot(way.x, way.y));
    definitions.push({ shape: { ...shape, radius: 0.7 * radius }, softness: 0.7 * radius, mode: GF_SOURCE_SET,
      fields: GF_SOURCE_DYE, dye: makeDye(color, 0.9 * brightness) });
  }
  return definitions;
}

/** What fills the canvas with particles from its bottom up to a level, m. */
export function makeFilling({ width, scale }, level) {
  const middle = { x: (width * scale) / 2, y: level / 2 };
  return { shape: { kind: GF_SHAPE_RECTANGLE, a: middle, b: middle }, mode: GF_SOURCE_SET, fields: GF_SOURCE_MASS, mass: 1 };
}
