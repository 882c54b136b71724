// A fluid among the objects of PixiJS: see pixi.d.ts. Nothing of PixiJS is imported; callers hand in its objects.

/** Draws a fluid into an ExternalSource. */
export function drawToTexture(fluid, source, width, height, look) {
  source.updateGPUTexture(fluid.drawToTexture(width, height, look), width, height);
  return source;
}

/** The WebGL texture that a texture of PixiJS lies in. */
export function findTexture(renderer, texture) {
  renderer.texture.initSource(texture.source);
  return renderer.texture.getGlSource(texture.source).texture;
}
