// What a fluid of each solver is like on a page where nobody says otherwise.
import * as gf from "./api.js";

/** The solvers by the names that options have. */
export const solvers = { grid: gf.GF_SOLVER_GRID, gaussian: gf.GF_SOLVER_GAUSSIAN, particles: gf.GF_SOLVER_PARTICLES,
  shallow: gf.GF_SOLVER_SHALLOW, water: gf.GF_SOLVER_WATER };

/** The fields by the names that calls have. */
export const fields = { velocity: gf.GF_FIELD_VELOCITY, dye: gf.GF_FIELD_DYE, temperature: gf.GF_FIELD_TEMPERATURE,
  pressure: gf.GF_FIELD_PRESSURE, divergence: gf.GF_FIELD_DIVERGENCE, vorticity: gf.GF_FIELD_VORTICITY,
  solid: gf.GF_FIELD_SOLID, mass: gf.GF_FIELD_MASS, ground: gf.GF_FIELD_GROUND, level: gf.GF_FIELD_LEVEL,
  foam: gf.GF_FIELD_FOAM };

/** Colours that strokes and splats take in turn. */
export const colors = ["#ff5d73", "#ffa54a", "#ffe14d", "#58e6a9", "#4fb8ff", "#a78bff"];

const gravity = 3; // m/s^2: the pace of a bowl of water some metres wide, for a page is more than a hand's breadth

// Ink and smoke leave by all sides, calm down and fade.
function makeSmoke(api, size, slow) {
  const quality = size.cells > 200 ? gf.GF_QUALITY_HIGH : gf.GF_QUALITY_MEDIUM;
  const open = { kind: gf.GF_BOUNDARY_OPEN };
  return {
    solver: gf.GF_SOLVER_GRID,
    dyeScale: size.dyeScale,
    ...(slow ? { fixedStep: 1 / 20, maxSteps: 1 } : {}),
    boundaries: { left: open, right: open, bottom: open, top: open },
    grid: { ...api.gfGridParams_SetQuality(api.gfDefaultFluidDef().grid, quality), velocityDissipation: 0.35,
      dyeDissipation: 0.3, temperatureDissipation: 0.4, vorticityConfinement: 1.5, thermalExpansion: 0.02 },
  };
}

function makeParticles(grid) {
  const spacing = Math.max(1.2 * grid.cellSize, 0.008), area = grid.gridWidth * grid.gridHeight * grid.cellSize ** 2;
  return { solver: gf.GF_SOLVER_PARTICLES, dyeScale: 1,
    particles: { spacing, capacity: Math.min(60000, Math.ceil(area / spacing ** 2)), gravity: { x: 0, y: -gravity, z: 0 } } };
}

// The step that bears a box full of this liquid, which its pressure presses together (docs/liquid.md).
function makeGaussian(grid) {
  const longest = grid.cellSize * Math.sqrt(0.11 / (gravity * grid.gridHeight * grid.cellSize));
  const steps = Math.max(1, Math.ceil(1 / (60 * longest))), fixedStep = 1 / (60 * steps);
  return { solver: gf.GF_SOLVER_GAUSSIAN, dyeScale: 1, fixedStep, maxSteps: 4 * steps,
    gaussian: { stiffness: Math.max((fixedStep / longest) ** 2, 0.25), gravity: { x: 0, y: -gravity } } };
}

/** The definition of a fluid over a grid, as an object that the library's defaults are laid under. `slow`: its frames
 * take so long that each has one step and no more. */
export function makeDefinition(api, solver, grid, size, slow) {
  const place = { ...grid, origin: { x: 0, y: 0 } };
  if (solver === "grid") return { ...makeSmoke(api, size, slow), ...place };
  if (solver === "particles") return { ...makeParticles(grid), ...place };
  if (solver === "gaussian") return { ...makeGaussian(grid), ...place };
  if (solver === "shallow") return { solver: gf.GF_SOLVER_SHALLOW, dyeScale: 1, shallow: { gravity }, ...place };
  return { ...api.gfSuggestLiquid(grid.gridHeight * grid.cellSize, gravity, grid.gridHeight), ...place };
}

/** Changes of the library's own look: dye of amount 1 covers well, in the colour that was asked for and with soft shade,
 * which a software renderer does without: it is most of what a drawing costs there. No brighter than it covers, it looks
 * the same with straight alpha. */
export function makeLook(solver, software) {
  if (solver !== "grid") return {};
  return { range: 0.6, tone: { exposure: 1, dither: true },
    shadow: { enabled: !software, density: 4.5, length: 0.2, ambient: [0.35, 0.35, 0.4] } };
}
