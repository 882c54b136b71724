// Shapes of solids: from places of the canvas to the library's own, and masks of what a canvas can draw.
import { GF_SHAPE_CIRCLE, GF_SHAPE_POLYGON, GF_SHAPE_RECTANGLE } from "./api.js";
import { findPicture, findPlace } from "./canvas.js";
import { checkNames, choose, expect, makePicture, readNumber } from "./values.js";

const kinds = ["circle", "rectangle", "polygon", "element", "path", "text", "image"];
const members = {
  circle: ["x", "y", "radius"],
  rectangle: ["x", "y", "width", "height", "angle"],
  path: ["x", "y", "scale", "viewBox"],
  text: ["x", "y", "font", "align"],
  image: ["x", "y", "width", "height"],
};
const corners_most = 16, mask_most = 1024; // corners; pixels of a mask's longer side

/** The kind that a solid's description has; throws where it has none, several or unknown members. */
export function findKind(solid) {
  expect(solid !== null && typeof solid === "object", "TYPE", "addSolid: an object such as { circle: { x, y, radius } } is expected");
  const found = kinds.filter((kind) => kind in solid);
  expect(found.length === 1, "OUT_OF_RANGE", `addSolid: one of ${kinds.join(", ")} is expected, and ${found.join(" and ") || "none"} given`);
  const [kind] = found, own = kind === "circle" || kind === "rectangle";
  checkNames(solid, [kind, "follow", "invert", ...(own ? [] : members[kind] ?? [])], "addSolid");
  if (own) checkNames(solid[kind], members[kind], `addSolid: ${kind}`);
  return kind;
}

/** Whether a kind is a picture, laid over the whole canvas, and no shape of the library's. */
export function isMask(kind) {
  return kind === "path" || kind === "text" || kind === "image";
}

/** The box of an element on a canvas's picture, in its pixels: centre, size, angle clockwise, and how large a pixel of
 * the element is. Null: one of them is not shown. */
export function findBox(element, canvas) {
  const place = findPlace(element), picture = place && findPicture(canvas);
  if (!picture) return null;
  const { a, b, c, d } = place.transform, right = picture.turn(a, b), down = picture.turn(c, d);
  const across = Math.hypot(right.x, right.y), along = Math.hypot(down.x, down.y);
  return { ...picture.toPicture(place.x, place.y), width: across * place.width, height: along * place.height,
    angle: Math.atan2(right.y, right.x), scale: Math.min(across, along) };
}

// A box about a centre, with corners rounded as far as they can be.
function makeRectangle(page, { x, y, width, height }, angle, rounding) {
  const half = { x: Math.max(width / 2, 1e-3) * page.scale, y: Math.max(height / 2, 1e-3) * page.scale };
  return { kind: GF_SHAPE_RECTANGLE, a: page.toWorld(x, y), b: half, angle: -angle,
    radius: Math.min(rounding * page.scale, half.x, half.y) };
}

/** The whole canvas. */
export function makeWhole(page) {
  return makeRectangle(page, { x: page.width / 2, y: page.height / 2, width: page.width, height: page.height }, 0, 0);
}

/** A library's shape of a description that is no mask; null: its element is not shown now. */
export function makeShape(page, kind, solid, canvas) {
  const given = solid[kind];
  if (kind === "circle") {
    const radius = page.across(given.radius, "radius");
    expect(radius > 0, "OUT_OF_RANGE", `circle: the radius is ${radius}; more than 0 is expected`);
    return { kind: GF_SHAPE_CIRCLE, a: page.toWorld(given.x, given.y), radius: radius * page.scale };
  }
  if (kind === "rectangle") {
    const box = { x: page.across(given.x, "x"), y: page.down(given.y, "y"), width: page.across(given.width, "width"),
      height: page.down(given.height, "height") };
    expect(box.width > 0 && box.height > 0, "OUT_OF_RANGE", `rectangle: ${box.width} x ${box.height} pixels; more than 0 is expected`);
    return makeRectangle(page, box, readNumber(given.angle, 0, -1e6, 1e6, "rectangle: the angle"), 0);
  }
  if (kind === "polygon") {
    expect(Array.isArray(given) && given.length >= 3 && given.length <= corners_most, "OUT_OF_RANGE",
      `polygon: 3 to ${corners_most} corners [x, y] are expected`);
    return { kind: GF_SHAPE_POLYGON, pointCount: given.length, points: given.map(([x, y]) => page.toWorld(x, y)) };
  }
  expect(given && typeof given.getBoundingClientRect === "function" && canvas?.getBoundingClientRect, "TYPE",
    "element: an element of the page is expected, and a canvas on it");
  const box = findBox(given, canvas);
  const rounding = Number.parseFloat(getComputedStyle(given).borderTopLeftRadius) || 0;
  return box && makeRectangle(page, box, box.angle, rounding * box.scale);
}

function drawText(brush, page, solid) {
  expect(typeof solid.text === "string", "TYPE", "text: a string is expected");
  brush.font = solid.font ?? `bold ${Math.round(page.height / 5)}px sans-serif`;
  brush.textAlign = choose(solid.align ?? "center", ["left", "right", "center", "start", "end"], "align");
  // The line's middle lies at y, as that of a line of the page in this font does.
  const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = brush.measureText(solid.text);
  brush.fillText(solid.text, page.across(solid.x, "x"), page.down(solid.y, "y") + (above - below) / 2);
}

function drawPath(brush, page, solid) {
  expect(typeof solid.path === "string", "TYPE", "path: the text of an SVG path's attribute d is expected");
  const [left = 0, top = 0] = solid.viewBox ?? [], scale = readNumber(solid.scale, 1, 1e-6, 1e6, "path: the scale");
  brush.translate(page.across(solid.x ?? 0, "x"), page.down(solid.y ?? 0, "y"));
  brush.scale(scale, scale);
  brush.translate(-left, -top);
  brush.fill(new Path2D(solid.path));
}

function drawImage(brush, page, solid) {
  const width = page.across(solid.width, "width"), height = page.down(solid.height, "height");
  brush.drawImage(solid.image, page.across(solid.x, "x") - width / 2, page.down(solid.y, "y") - height / 2, width, height);
}

/** A mask over the whole canvas: solid where a path, a text or an image covers more than half. */
export function makeMask(page, kind, solid) {
  const scale = Math.min(1, mask_most / Math.max(page.width, page.height));
  const width = Math.max(1, Math.round(page.width * scale)), height = Math.max(1, Math.round(page.height * scale));
  const brush = makePicture(width, height).getContext("2d", { willReadFrequently: true });
  brush.scale(width / page.width, height / page.height);
  ({ text: drawText, path: drawPath, image: drawImage })[kind](brush, page, solid);
  const { data } = brush.getImageData(0, 0, width, height), pixels = new Uint8Array(width * height);
  for (let i = 0; i < pixels.length; i++) pixels[i] = data[4 * i + 3];
  return { pixels, width, height, stride: width };
}
