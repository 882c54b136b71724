// The package as an app gets it: bundle.mjs PACKAGE.tgz FOLDER
// Installs it into an empty project in FOLDER and has Vite build three apps; tells their sizes, and drives one.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "vite";
import { launch } from "./chromium.mjs";
import { serve } from "./serve.mjs";

const [archive, folder] = process.argv.slice(2);
assert(folder, "usage: bundle.mjs PACKAGE.tgz FOLDER");
const limits = { "gpufluid/smoke": 194_000, "gpufluid/water": 400_000, "gpufluid": 432_000 }; // bytes, compressed

const app = (name) => `import { createFluid } from "${name}";
const fluid = await createFluid({ element: document.body, quality: { cells: 32, dyeScale: 1, pixelRatio: 0.5 } });
fluid.addEmitter({ x: "50%", y: "95%", vy: "-50%" });
window.fluid = fluid;
`;

async function bundle(name) {
  const root = join(folder, name.replace("/", "-")), out = join(root, "dist");
  await mkdir(root, { recursive: true });
  await writeFile(join(root, "index.html"), '<!doctype html><link rel="icon" href="data:,"><style>body { margin: 0; height: 100vh }</style><script type="module" src="main.js"></script>');
  await writeFile(join(root, "main.js"), app(name));
  await build({ root, base: "./", configFile: false, logLevel: "warn",
    build: { outDir: out, target: "es2022", modulePreload: { polyfill: false } } });
  let whole = 0;
  const parts = [];
  for (const file of await readdir(join(out, "assets"))) {
    const size = execFileSync("gzip", ["-9c", join(out, "assets", file)]).length;
    parts.push(`${file.split(".").pop()} ${size}`);
    whole += size;
  }
  console.log(`${name}: ${whole} bytes compressed (${parts.join(", ")}), of ${limits[name]}`);
  assert.equal(parts.length, 2, `${name}: a script and a module are expected, and there are ${parts}`);
  return { name, out, whole };
}

// What Vite made runs as it is served.
async function drive(out) {
  const server = await serve({ "/app": out }), browser = await launch(), errors = [];
  try {
    const page = await browser.newPage({ viewport: { width: 240, height: 150 } });
    page.on("pageerror", (error) => errors.push(error.stack));
    page.on("console", (message) => { if (message.type() === "error") errors.push(message.text()); });
    await page.goto(`${server.address}/app/index.html`);
    await page.waitForFunction(() => window.fluid?.framesPerSecond > 0, null, { timeout: 200_000 });
    await page.evaluate(() => window.fluid.destroy());
  } finally {
    await browser.close();
    server.close();
  }
  assert.deepEqual(errors, [], "the console is expected to be empty");
  console.log("what Vite built runs");
}

await mkdir(folder, { recursive: true });
await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", resolve(archive)], { cwd: folder, stdio: "inherit" });
const built = [];
for (const name of Object.keys(limits)) built.push(await bundle(name));
await drive(built[0].out);
for (const { name, whole } of built) assert(whole <= limits[name], `${name} is too large`);
