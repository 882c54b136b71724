// What a fluid over an element leaves for the next one on the page: its canvas with the context, a device on it with all
// programs, and the module. To compile these anew takes seconds where a page is drawn in software.
const kept_ms = 20000;
let kept = null; // one at most, for browsers have but a few contexts
let timer = 0;

/** Frees what is kept: at once, and not seconds after a fluid was destroyed. */
export function freeKept() {
  clearTimeout(timer);
  if (!kept) return;
  const { gl, api, device } = kept;
  kept = null;
  if (!gl.isContextLost()) api.gfDestroyDevice(device);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
}

/** Keeps { build, alpha, canvas, gl, runtime, api, device } for some time. */
export function keep(given) {
  freeKept();
  kept = given;
  timer = setTimeout(freeKept, kept_ms);
  timer.unref?.();
}

/** Takes what was kept of a build and an alpha; null: nothing. */
export function takeKept(build, alpha) {
  if (kept?.gl.isContextLost() || kept?.build !== build || kept.alpha !== alpha) return null;
  clearTimeout(timer);
  const taken = kept;
  kept = null;
  return taken;
}
