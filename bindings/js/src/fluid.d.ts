/**
 * A fluid on a web page, computed in WebGL 2 fragment shaders by libgpufluid.
 *
 * Places and lengths are CSS pixels of the canvas, from its upper left corner, y down, as pointer events have them; a
 * string such as `"50%"` is a share of its width (of `x`, `width`, `radius`, `vx`) or height (of `y`, `height`, `vy`).
 * With `{gl}` the unit is a pixel of the `width` and `height` that were given. The fluid's own world, which
 * {@link Fluid.api} speaks of, is in metres, y up; {@link Fluid.toWorld} converts.
 */
import type { Api, DeepPartial, gfDevice, gfDrawDef, gfFluid, gfFluidDef, gfFieldInfo } from "./api.js";

/** CSS pixels, or a share of the canvas such as `"50%"`. */
export type Length = number | `${number}%`;

/** A CSS colour such as `"#f60"`, `"tomato"` or `"rgb(255 0 0 / 50%)"`, or linear light `[red, green, blue]`. */
export type Color = string | readonly [number, number, number];

/** The method that moves the fluid: smoke and ink, a splashing liquid, particles, water from above, or water with a free
 * surface. */
export type Solver = "grid" | "gaussian" | "particles" | "shallow" | "water";

/** How fine the fluid is. */
export interface QualitySize {
  /** Cells along the longer side, 16 to 4096. */
  cells: number;
  /** Cells of dye for each of these along a side, 0.25 to 8; only the grid takes another than 1. */
  dyeScale: number;
  /** The most pixels of the picture to a CSS pixel; at most the display's are taken. */
  pixelRatio: number;
}

export interface FluidOptions {
  /** The canvas to draw on. Its picture's size follows its size on the page, border and padding left out. It may be used
   * again after {@link Fluid.destroy}, with the same `alpha`. One of `canvas`, `gl` and `element`. */
  canvas?: HTMLCanvasElement | OffscreenCanvas;
  /** Somebody else's WebGL 2 context, of three.js, PixiJS or Phaser, say. Its state is kept, and you call
   * {@link Fluid.step} and {@link Fluid.draw}. One of WebGL 1, which three.js's types don't rule out, is refused. */
  gl?: WebGL2RenderingContext | WebGLRenderingContext;
  /** An element that a transparent canvas is laid over, or behind its content; it follows the element's size, and lets
   * clicks through. */
  element?: HTMLElement;
  /** Where the canvas of `element` lies: over its content (the default), or behind it and before its background. */
  layer?: "over" | "behind";
  /** Width of the fluid where there is no canvas on a page to follow: of `gl`, and of an OffscreenCanvas. */
  width?: number;
  /** Its height. */
  height?: number;

  /** Default: the first that the build has, `"grid"` but for `gpufluid/water`, whose is `"water"`. */
  solver?: Solver;
  /** `"auto"` (the default) starts with what suits the machine, and gives way where frames take too long. */
  quality?: "auto" | "low" | "medium" | "high" | Partial<QualitySize>;
  /** How the canvas covers the page. Default `"premultiplied"`; `"opaque"` shows `background`. */
  alpha?: "premultiplied" | "straight" | "opaque";
  /** Colour behind an opaque drawing. Default black. */
  background?: Color;
  /** Colours that pointers and {@link Fluid.splat} without a colour take in turn. Default six bright ones. */
  colors?: readonly Color[];
  /** Whether pointers that move over the canvas stir and dye. Events go on to the page in any case. Default `"splats"`. */
  pointer?: "splats" | "none";
  /** Whether it moves and draws by itself. Default true; with `gl` it never does. */
  autoplay?: boolean;
  /** Under `prefers-reduced-motion` a fluid shows a still picture until {@link Fluid.play}. `"ignore"`: it moves. */
  reducedMotion?: "respect" | "ignore";

  /** Members of the library's fluid definition, in its own units: `{ grid: { vorticityConfinement: 5 } }`. Others keep the
   * defaults of this module. */
  def?: DeepPartial<gfFluidDef>;
  /** Members of the library's drawing definition: `{ bloom: { enabled: true, intensity: 0.5 } }`. */
  look?: DeepPartial<gfDrawDef>;
  /** Where the WebAssembly is, or what was compiled of it. Default: beside this module, which a bundle without
   * `import.meta.url` (a classic script, CommonJS) can't find. */
  wasm?: string | URL | Response | WebAssembly.Module;
  /** Aborting it destroys the fluid, also while it is being made. */
  signal?: AbortSignal;
  /** Called with what the library warns of. Default: `console.warn`. */
  onWarning?: (message: string) => void;
  /** Called while shaders are compiled, with how many of them are. */
  onProgress?: (done: number, total: number) => void;
}

/** What acts on a disc of the fluid: a splat once, an emitter in each step, with amounts per second. */
export interface Source {
  /** The disc's centre. */
  x: Length;
  y: Length;
  /** Default 5 % of the shorter side. */
  radius?: Length;
  /** Size of the box that `texture` is laid over. Default twice the radius. */
  width?: Length;
  height?: Length;
  /** Velocity that the fluid takes there, pixels a second. Default: it keeps its own; where one of the two is given, the
   * other is 0. */
  vx?: Length;
  vy?: Length;
  /** Colour of its dye. Default: the next of {@link FluidOptions.colors}; of a `texture` its own; of a splat in a liquid
   * none. Water from above takes no dye. */
  color?: Color;
  /** How much dye, 0 and more; of an emitter, a second. 0: none. Default 1; of an emitter 8. */
  amount?: number;
  /** Heat of smoke, K, which makes it rise; of an emitter, a second. Default 0; of an emitter 120. */
  temperature?: number;
  /** Liquid, as the library's sources have it. Default: as much as fills the place; of water from above 0.05. Smoke has
   * none. */
  mass?: number;
  /** How far an emitter's smoke sways to and fro, in shares of its speed, 0 to 2. Default 0.16. A splat doesn't. */
  sway?: number;
  /** Seconds that an emitter acts. Default: until it is removed. A splat acts once in any case. */
  lifetime?: number;
  /** A picture laid over the source's box instead of a disc: where it is opaque, the source acts. It is read in the
   * next step, its first row at the bottom. */
  texture?: WebGLTexture;
}

export interface Emitter {
  /** Changes some of what it does. */
  set(change: Partial<Source>): void;
  remove(): void;
}

/** One of: a disc, a box about a centre, corners, an element's box, an SVG path, a text, or a picture's opaque part. */
export type SolidShape =
  | { circle: { x: Length; y: Length; radius: Length } }
  | { rectangle: { x: Length; y: Length; width: Length; height: Length; angle?: number } }
  | { polygon: readonly (readonly [Length, Length])[] }
  | { element: Element }
  | { path: string; x?: Length; y?: Length; scale?: number; viewBox?: readonly [number, number, number, number] }
  | { text: string; x: Length; y: Length; font?: string; align?: CanvasTextAlign }
  | { image: CanvasImageSource; x: Length; y: Length; width: Length; height: Length };

export type SolidOptions = SolidShape & {
  /** Whether an element's box is followed as it moves, pushing the fluid. Default true. */
  follow?: boolean;
  /** Whether what is inside is fluid and all else solid; paths, texts and images only. */
  invert?: boolean;
};

export interface Solid {
  /** Another place or shape of the same kind; circles, rectangles and polygons push the fluid as they move. */
  set(shape: SolidShape): void;
  remove(): void;
}

/** What can be read; which of them there are depends on the solver. */
export type FieldName = "velocity" | "dye" | "temperature" | "pressure" | "divergence" | "vorticity" | "solid" | "mass" |
  "ground" | "level" | "foam";

/** Values of a field, row by row, the lowest first, `channels` numbers a cell. */
export interface FieldValues {
  width: number;
  height: number;
  channels: number;
  values: Float32Array;
}

export interface FieldTexture {
  texture: WebGLTexture;
  width: number;
  height: number;
  info: gfFieldInfo;
}

export interface DrawOptions {
  /** Where to draw; null is the canvas, the default of a fluid that has its own. With `gl`: what is bound. */
  framebuffer?: WebGLFramebuffer | null;
  /** Viewport in pixels of the target. Default: what is set. */
  viewport?: readonly [x: number, y: number, width: number, height: number];
  /** Changes of {@link FluidOptions.look} for this drawing. */
  look?: DeepPartial<gfDrawDef>;
}

export interface FluidEvents {
  /** The context was lost; it comes back by itself, with the fluid as it last was kept. */
  lost: Event;
  restored: Event;
  /** Another quality was chosen: {@link Fluid.quality}. */
  quality: Event;
  /** It stopped because of an error, `detail`. */
  error: CustomEvent<FluidError>;
}

export interface Fluid extends EventTarget {
  /** The canvas that it draws on; null with `gl`. */
  readonly canvas: HTMLCanvasElement | OffscreenCanvas | null;
  /** Its context. State is kept with `gl` alone: in a context of the fluid's own set all that you need. */
  readonly gl: WebGL2RenderingContext;
  /** What is used now. */
  readonly quality: Readonly<QualitySize>;
  /** Whether it moves by itself now, unless it is hidden or off screen. */
  readonly playing: boolean;
  /** Frames a second over the last second; 0 while it rests: hidden, off screen, or with nothing that moves. */
  readonly framesPerSecond: number;
  /** The C library, function by function, and the objects that it knows this fluid by. */
  readonly api: Api;
  readonly device: gfDevice;
  readonly handle: gfFluid;

  /** Adds dye, heat or liquid, and gives a velocity, once: in the next step. */
  splat(source: Source): void;
  /** Several at random places. Default 6. */
  splatRandomly(count?: number): void;
  addEmitter(source: Source): Emitter;
  addSolid(solid: SolidOptions): Solid;
  /** Fills a liquid up to a height above the bottom. */
  fill(height: Length): void;

  /** Changes members of the definition that can change while it runs: the solver's tunables, the sides and the step. */
  setParams(params: DeepPartial<gfFluidDef>): void;
  setLook(look: DeepPartial<gfDrawDef>): void;
  setColors(colors: readonly Color[]): void;

  /** Goes on by seconds, without drawing. */
  step(seconds: number): void;
  draw(options?: DrawOptions): void;
  /** Draws into a texture of the library's own, valid until the next such call. */
  drawToTexture(width: number, height: number, look?: DeepPartial<gfDrawDef>): WebGLTexture;
  /** Steps and draws by itself from now on, also under `prefers-reduced-motion`. */
  play(): void;
  pause(): void;
  /** As it was when it was made, emitters and solids too. */
  reset(): void;
  /** Another size, where there is no canvas to follow. What it holds stays. */
  resize(width: number, height: number): void;

  /** The texture that a field lies in, for your own shaders; valid until the next step. */
  texture(field: FieldName): FieldTexture;
  /** Values of a field, without waiting for the GPU. */
  read(field: FieldName): Promise<FieldValues>;
  /** All of it, for {@link Fluid.load} here or anywhere else. Of your own textures it has only the numbers. */
  save(): Promise<ArrayBuffer>;
  /** `findTexture` gives the texture that had a number ({@link Fluid.nameOf}) when it was saved; without it, they have
   * the numbers that they had. */
  load(snapshot: ArrayBuffer, findTexture?: (saved: number) => WebGLTexture): void;
  /** The number by which snapshots and {@link Fluid.api} know a texture of yours, as long as you hold it. */
  nameOf(texture: WebGLTexture): number;

  /** From places of the canvas to the library's metres, and back. */
  toWorld(x: Length, y: Length): { x: number; y: number };
  fromWorld(x: number, y: number): { x: number; y: number };

  /** Frees all: textures, listeners, and the canvas that it made. That one's context and programs stay for 20 s, for the
   * next fluid over an element of the page ({@link freeKept}), unless {@link Fluid.api} was asked for. A canvas of yours
   * is clear then, and keeps its context. Twice does no harm. */
  destroy(): void;

  addEventListener<K extends keyof FluidEvents>(type: K, listener: (event: FluidEvents[K]) => void,
    options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof FluidEvents>(type: K, listener: (event: FluidEvents[K]) => void,
    options?: boolean | EventListenerOptions): void;
}

/** What went wrong: the library's message, which says what was expected, and its code, such as `"OUT_OF_RANGE"`. */
export class FluidError extends Error {
  readonly code: string;
}

/** Makes a fluid, once its shaders are compiled. Rejects with a {@link FluidError}, and leaves the page as it was:
 * UNSUPPORTED (no WebGL 2, or a solver that this build has not), NO_FLOAT_RENDERING, OUT_OF_RANGE (an option). */
export function createFluid(options?: FluidOptions): Promise<Fluid>;

/** Frees at once what {@link Fluid.destroy} leaves for the page's next fluid. */
export function freeKept(): void;
