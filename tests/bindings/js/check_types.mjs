// tsc --strict over the package's types, uses of them and the example in TypeScript: check_types.mjs FOLDER_OF_PACKAGE
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [folder] = process.argv.slice(2), here = fileURLToPath(new URL(".", import.meta.url)), modules = join(here, "node_modules");
assert(folder, "usage: check_types.mjs FOLDER_OF_PACKAGE");
const package_ = (name) => [join(resolve(folder), `${name}.d.ts`)];

async function check(files, options) {
  const place = await mkdtemp(join(tmpdir(), "types_"));
  await writeFile(join(place, "tsconfig.json"), JSON.stringify({ files, compilerOptions: { strict: true, noEmit: true,
    noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, target: "es2022", jsx: "react-jsx", types: [],
    ...options, paths: {
      "gpufluid": package_("index"), ...Object.fromEntries(["smoke", "water", "three", "pixi"].map((name) => [`gpufluid/${name}`, package_(name)])),
      "three": [join(modules, "@types/three")], "react": [join(modules, "@types/react")],
      "react/jsx-runtime": [join(modules, "@types/react/jsx-runtime.d.ts")], "pixi.js": [join(modules, "pixi.js")] } } }));
  const { status, stdout } = spawnSync(process.execPath, [join(modules, "typescript/bin/tsc"), "-p", place], { encoding: "utf8" });
  await rm(place, { recursive: true });
  assert.equal(status, 0, stdout);
  console.log(`${files.length} files, modules as ${options.moduleResolution} finds them: no error`);
}

const smoke = ["index", "smoke", "water", "fluid", "api"].map((name) => package_(name)[0]);
// The package's own types have no need of anybody else's; those of three.js and PixiJS are not ours to judge.
for (const [module, moduleResolution] of [["esnext", "bundler"], ["nodenext", "nodenext"]]) {
  await check(smoke, { module, moduleResolution, skipLibCheck: false });
}
await check([join(here, "uses.ts"), join(here, "../../../bindings/js/examples/react.tsx")],
  { module: "esnext", moduleResolution: "bundler", skipLibCheck: true });
