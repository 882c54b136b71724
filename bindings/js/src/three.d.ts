/**
 * A fluid among the objects of three.js, of its WebGLRenderer:
 * `createFluid({ gl: renderer.getContext(), width, height })`. The fluid keeps WebGL's state as three.js left it, so
 * `fluid.step` and `fluid.draw` need nothing more: before or after `renderer.render`, or in an object's
 * `onBeforeRender`, whose `renderOrder` then places the fluid among others.
 */
import type { ExternalTexture, Texture, WebGLRenderer } from "three";
import type { Fluid, FluidOptions } from "./fluid.js";

/**
 * Draws a fluid into a texture, for each frame anew: `const texture = new THREE.ExternalTexture()`. A material that is
 * opaque shows it before black, or before another background: `{ alpha: GF_ALPHA_OPAQUE, background }`. For one that is
 * `transparent`, three.js wants straight alpha: `{ alpha: GF_ALPHA_STRAIGHT, blend: false }`.
 */
export function drawToTexture(fluid: Fluid, texture: ExternalTexture, width: number, height: number,
  look?: FluidOptions["look"]): ExternalTexture;

/** The WebGL texture that a texture of three.js lies in, of an emitter say: `texture: findTexture(renderer, map)`. */
export function findTexture(renderer: WebGLRenderer, texture: Texture): WebGLTexture;
