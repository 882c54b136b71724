// What the pages three_state.html and pixi_state.html share: two libraries in one context, and pictures before and after.
export const width = 96, height = 64;

export function check(holds, what) {
  if (!holds) throw new Error(`${what} is expected`);
}

/** How many values of two pictures differ. */
export function differ(a, b) {
  return a.reduce((sum, value, i) => sum + Number(Math.abs(value - b[i]) > 1), 0);
}

/** A picture of 2 x 2 pixels, two of them of this colour. */
export function makePixels(color) {
  return new Uint8Array([...color, 255, 20, 60, 90, 255, 90, 60, 20, 255, ...color, 255]);
}

export function readPixels(gl) {
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels;
}

/** Tells drive_examples.mjs how it went. */
export function tell(run) {
  run().then(() => { window.result = "right"; }, (error) => { window.result = error.stack; });
}
