// A fluid among the objects of three.js: see three.d.ts. Nothing of three.js is imported; callers hand in its objects.

/** Draws a fluid into a texture of three.js, in linear light as its materials expect. */
export function drawToTexture(fluid, texture, width, height, look) {
  texture.sourceTexture = fluid.drawToTexture(width, height, { encodeSrgb: false, ...look });
  return texture;
}

/** The WebGL texture that a texture of three.js lies in. */
export function findTexture(renderer, texture) {
  if (!renderer.properties.get(texture).__webglTexture) renderer.initTexture(texture);
  return renderer.properties.get(texture).__webglTexture;
}
