// What the package's README and the comments of its types show as code.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Blocks of code of a kind, such as "js", in the README of a package's folder. */
export async function readBlocks(folder, kind) {
  const text = await readFile(join(folder, "README.md"), "utf8"), fence = "`".repeat(3);
  return Array.from(text.matchAll(new RegExp(`${fence}${kind}\n(.*?)${fence}`, "gs")), ([, code]) => code);
}

/** Options of createFluid whose comments show a value, as the text of an object that has them all. */
export async function readOptions(folder) {
  const text = await readFile(join(folder, "fluid.d.ts"), "utf8");
  const shown = Array.from(text.matchAll(/`(\{ .*? \})`[^`]*?\*\/\n  (\w+)\?:/g), ([, code, option]) => `${option}: ${code}`);
  if (shown.length < 2) throw new Error(`only ${shown.length} options with a value are found in comments`);
  return `{ ${shown.join(", ")} }`;
}
