// tsc --strict over the package's types, uses of them, the example in TypeScript, and what README and comments show:
// check_types.mjs FOLDER_OF_PACKAGE
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readBlocks, readOptions } from "./shown.mjs";

const [folder] = process.argv.slice(2), here = fileURLToPath(new URL(".", import.meta.url)), modules = join(here, "node_modules");
assert(folder, "usage: check_types.mjs FOLDER_OF_PACKAGE");
const place = await mkdtemp(join(tmpdir(), "types_"));
const package_ = (name) => [join(resolve(folder), `${name}.d.ts`)];

// What tsc says of files; no `paths`: the package is found as an app finds it.
async function compile(files, options, paths = {}) {
  await writeFile(join(place, "tsconfig.json"), JSON.stringify({ files, compilerOptions: { strict: true, noEmit: true,
    noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, target: "es2022", jsx: "react-jsx", types: [],
    ...options, paths } }));
  return spawnSync(process.execPath, [join(modules, "typescript/bin/tsc"), "-p", place], { encoding: "utf8" }).stdout;
}

async function check(files, options) {
  const said = await compile(files, options, {
    "gpufluid": package_("index"), ...Object.fromEntries(["smoke", "water", "three", "pixi"].map((name) => [`gpufluid/${name}`, package_(name)])),
    "three": [join(modules, "@types/three")], "react": [join(modules, "@types/react")],
    "react/jsx-runtime": [join(modules, "@types/react/jsx-runtime.d.ts")], "pixi.js": [join(modules, "pixi.js")] });
  assert.equal(said, "");
  console.log(`${files.length} files, modules as ${options.moduleResolution} finds them: no error`);
}

async function write(name, text) {
  await writeFile(join(place, name), text);
  return join(place, name);
}

// Scripts of the README, whose HTML has one, too, and options that comments show.
async function writeExamples() {
  const pages = await readBlocks(folder, "html"), scripts = await readBlocks(folder, "js");
  scripts.push(...pages.map((page) => /<script type="module">(.*)<\/script>/s.exec(page)[1]));
  assert.equal(scripts.length, 3, "scripts of the README");
  const files = await Promise.all(scripts.map((code, i) => write(`readme${i}.mjs`, (/^ *import /m.test(code) ? ""
    : 'import { createFluid } from "gpufluid/smoke";\n') + code.replace(/https:.*?npm\/(gpufluid\/\w+)\.js/, "$1"))));
  const options = `/** @type {import("gpufluid").FluidOptions} */\nexport const shown = ${await readOptions(folder)};`;
  return [...files, await write("comments.mjs", options)];
}

// CommonJS: import() as the README shows it, and the error that it tells of.
async function checkCommonJS() {
  await mkdir(join(place, "node_modules"));
  await symlink(resolve(folder), join(place, "node_modules/gpufluid"));
  const options = { module: "node18", moduleResolution: "node16", skipLibCheck: true, preserveSymlinks: true };
  const [shown] = await readBlocks(folder, "ts"), right = await write("right.cts", shown);
  assert.equal(await compile([right], options), "");
  const wrong = await write("wrong.cts", 'import { createFluid } from "gpufluid";\nexport const make = createFluid;');
  assert.match(await compile([wrong], options), /TS1479/);
  console.log("CommonJS: no error of import(), and the one of import that the README tells of");
}

const smoke = ["index", "smoke", "water", "fluid", "api"].map((name) => package_(name)[0]);
try {
  // The package's own types have no need of anybody else's; those of three.js and PixiJS are not ours to judge.
  for (const [module, moduleResolution] of [["esnext", "bundler"], ["nodenext", "nodenext"]]) {
    await check(smoke, { module, moduleResolution, skipLibCheck: false });
  }
  await check([join(here, "uses.ts"), join(here, "../../../bindings/js/examples/react.tsx")],
    { module: "esnext", moduleResolution: "bundler", skipLibCheck: true });
  await check(await writeExamples(), { module: "esnext", moduleResolution: "bundler", skipLibCheck: true,
    checkJs: true, allowJs: true, strict: false, exactOptionalPropertyTypes: false });
  await checkCommonJS();
} finally {
  await rm(place, { recursive: true });
}
