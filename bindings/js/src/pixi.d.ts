/**
 * A fluid among the objects of PixiJS, of its WebGL renderer (`preference: "webgl"`):
 * `createFluid({ gl: app.renderer.gl, width: app.screen.width, height: app.screen.height })`. The fluid keeps WebGL's
 * state as PixiJS left it, so `fluid.step` and `fluid.draw` need nothing more: in a ticker, and in a
 * `new RenderContainer(() => fluid.draw())`, which lies between its neighbours on the stage.
 */
import type { ExternalSource, Texture, WebGLRenderer } from "pixi.js";
import type { Fluid, FluidOptions } from "./fluid.js";

/**
 * Draws a fluid into a texture, for each frame anew. WebGL begins with the lowest row and PixiJS with the highest one,
 * which `rotate` tells it: `const source = new ExternalSource({ renderer })`, and
 * `new Sprite(new Texture({ source, rotate: groupD8.MIRROR_VERTICAL }))`.
 */
export function drawToTexture(fluid: Fluid, source: ExternalSource, width: number, height: number,
  look?: FluidOptions["look"]): ExternalSource;

/**
 * The WebGL texture that a texture of PixiJS lies in, of an emitter say: `texture: findTexture(app.renderer, texture)`.
 * Its highest row comes first, so an emitter has it upside down.
 */
export function findTexture(renderer: WebGLRenderer, texture: Texture): WebGLTexture;
