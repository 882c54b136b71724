// How the page's pixels lie in the fluid's world: its shorter side is a metre there, and y goes up.
import { readLength } from "./values.js";

const least = 16; // cells along the shorter side

export class Geometry {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** Metres of a pixel. */
    this.scale = 1 / Math.max(1, Math.min(width, height));
  }

  across(value, what) {
    return readLength(value, this.width, what);
  }

  down(value, what) {
    return readLength(value, this.height, what);
  }

  toWorld(x, y) {
    return { x: this.across(x, "x") * this.scale, y: (this.height - this.down(y, "y")) * this.scale };
  }

  fromWorld(x, y) {
    return { x: x / this.scale, y: this.height - y / this.scale };
  }

  /** A velocity in pixels a second, or shares of the size a second, as metres a second. */
  toVelocity(vx = 0, vy = 0) {
    return { x: this.across(vx, "vx") * this.scale, y: -this.down(vy, "vy") * this.scale };
  }

  /** The grid that covers the canvas with so many cells along its longer side. */
  fit(cells) {
    const longer = Math.max(this.width, this.height) * this.scale, cellSize = longer / cells;
    const count = (length) => Math.max(least, Math.ceil((length * this.scale) / cellSize - 1e-3));
    return { gridWidth: count(this.width), gridHeight: count(this.height), cellSize };
  }
}
