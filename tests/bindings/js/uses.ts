// Uses of the package's types, which are compiled and never run; what is wrong has to be found wrong.
import { type Application, ExternalSource, Texture } from "pixi.js";
import * as THREE from "three";
import { createFluid as createAny, type Fluid, FluidError, type gfDevice, GF_INK_COVER } from "gpufluid";
import { createFluid, type FluidOptions, type SolidOptions } from "gpufluid/smoke";
import * as pixi from "gpufluid/pixi";
import * as three from "gpufluid/three";
import { createFluid as createWater } from "gpufluid/water";

export async function useAll(element: HTMLElement, gl: WebGL2RenderingContext): Promise<Fluid> {
  const options: FluidOptions = { element, quality: { cells: 256 }, look: { ink: GF_INK_COVER, bloom: { enabled: true } } };
  const fluid = await createFluid({ ...options, def: { grid: { vorticityConfinement: 3 } } });
  const emitter = fluid.addEmitter({ x: "50%", y: 10, color: [1, 0.5, 0] });
  emitter.set({ vy: "-20%" });
  const solids: SolidOptions[] = [{ circle: { x: 1, y: "2%", radius: 3 } }, { element, follow: false }, { text: "A", x: 1, y: 2 }];
  for (const solid of solids) fluid.addSolid(solid).remove();
  fluid.addEventListener("error", ({ detail }) => console.log(detail.code, detail.message));
  fluid.addEventListener("lost", () => {}, { once: true });
  const { values }: { values: Float32Array } = await fluid.read("velocity");
  fluid.api.gfFluid_Step(fluid.handle, values[0] ?? 0);
  const snapshot: ArrayBuffer = await fluid.save();
  fluid.load(snapshot);
  (await createWater({ gl, width: 1, height: 1, solver: "water" })).fill("30%");
  try {
    await createAny({ canvas: new OffscreenCanvas(1, 1) });
  } catch (error) {
    if (error instanceof FluidError) console.log(error.code);
  }
  return fluid;
}

export function useThree(fluid: Fluid, renderer: THREE.WebGLRenderer, texture: THREE.Texture): void {
  const drawn = new THREE.ExternalTexture();
  three.drawToTexture(fluid, drawn, 64, 64);
  fluid.splat({ x: 1, y: 1, texture: three.findTexture(renderer, texture) });
}

export const usePixi = { ...pixi, ExternalSource, Texture, renderer: (app: Application) => app.renderer };

export function useFunctions(fluid: Fluid, saved: ArrayBuffer, texture: WebGLTexture): gfDevice {
  fluid.load(saved, () => texture);
  fluid.api.gfFluid_Load(fluid.handle, saved, { get: (number) => number + fluid.nameOf(texture) });
  return fluid.api.gfCreateDevice({ profiling: true, log: (level, code, message) => console.log(level + code, message.length) });
}

export async function useWrongly(element: HTMLElement): Promise<void> {
  // @ts-expect-error: no such option
  const fluid = await createFluid({ element, colour: "red" });
  // @ts-expect-error: no such solver
  await createFluid({ element, solver: "magic" });
  // @ts-expect-error: no place
  fluid.splat({ color: "red" });
  // @ts-expect-error: a share has a %
  fluid.splat({ x: "50", y: 1 });
  // @ts-expect-error: no such member of the definition
  fluid.setParams({ grid: { stickiness: 1 } });
  // @ts-expect-error: no such field
  await fluid.read("air");
  // @ts-expect-error: two shapes are none
  fluid.addSolid({ circle: { x: 1 } });
  // @ts-expect-error: a texture's number is expected of it
  fluid.api.gfFluid_Load(fluid.handle, new ArrayBuffer(8), { get: () => "1" });
  // @ts-expect-error: it is read-only
  fluid.playing = true;
}
