// The package as an app gets it: bundle.mjs PACKAGE.tgz FOLDER
// Installs it into an empty project in FOLDER and has Vite build three apps; tells their sizes, and drives one. Of a
// fourth Rolldown makes a classic script and a CommonJS module.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { build } from "vite";
import { launch } from "./chromium.mjs";
import { serve } from "./serve.mjs";

const [archive, folder] = process.argv.slice(2);
assert(folder, "usage: bundle.mjs PACKAGE.tgz FOLDER");
const limits = { "gpufluid/smoke": 203_000, "gpufluid/water": 360_000, "gpufluid": 455_000 }; // bytes, compressed

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

// The same app without import.meta, as bundlers write it: all that it lacks is where the .wasm file is.
async function bundleClassic() {
  const root = join(folder, "classic"), input = join(root, "main.js");
  await mkdir(root, { recursive: true });
  await writeFile(input, 'import { createFluid } from "gpufluid/smoke";\nglobalThis.createFluid = createFluid;\n');
  await writeFile(join(root, "index.html"), '<!doctype html><link rel="icon" href="data:,"><body><script src="classic.js"></script>');
  await copyFile(join(folder, "node_modules/gpufluid/smoke.wasm"), join(root, "moved.wasm"));
  const bundle = await rolldown({ input, platform: "browser", logLevel: "silent" });
  await bundle.write({ file: join(root, "classic.js"), format: "iife" });
  await bundle.write({ file: join(root, "main.cjs"), format: "cjs" });
  const refused = execFileSync(process.execPath, ["-e", `require("./main.cjs");
    createFluid({ canvas: { getContext() {} } }).catch(({ name, code, message }) => console.log(name, code, message));`], { cwd: root, encoding: "utf8" });
  assert.match(refused, /^FluidError UNSUPPORTED .*wasm: "/, "a CommonJS module is expected to load");
  return root;
}

// A page whose console has no error.
async function visit(browser, address, use) {
  const page = await browser.newPage({ viewport: { width: 240, height: 150 } }), errors = [];
  page.on("pageerror", (error) => errors.push(error.stack));
  page.on("console", (message) => { if (message.type() === "error") errors.push(message.text()); });
  await page.goto(address);
  await use(page);
  assert.deepEqual(errors, [], "the console is expected to be empty");
  await page.close();
}

// What Vite made runs as it is served, and the classic script once it is told where its module lies.
async function drive(app, classic) {
  const server = await serve({ "/app": app, "/classic": classic }), browser = await launch();
  try {
    await visit(browser, `${server.address}/app/index.html`, async (page) => {
      await page.waitForFunction(() => window.fluid?.framesPerSecond > 0, null, { timeout: 200_000 });
      await page.evaluate(() => window.fluid.destroy());
    });
    console.log("what Vite built runs");
    await visit(browser, `${server.address}/classic/index.html`, async (page) => {
      const refused = await page.evaluate(() => createFluid({ element: document.body }).then(() => "made", ({ message }) => message));
      assert.match(refused, /wasm: "/);
      await page.evaluate(async () => {
        const quality = { cells: 32, dyeScale: 1, pixelRatio: 0.5 };
        (await createFluid({ element: document.body, autoplay: false, quality, wasm: "moved.wasm" })).destroy();
      });
    });
    console.log("a classic script runs");
  } finally {
    await browser.close();
    server.close();
  }
}

await mkdir(folder, { recursive: true });
await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", resolve(archive)], { cwd: folder, stdio: "inherit" });
const built = [];
for (const name of Object.keys(limits)) built.push(await bundle(name));
await drive(built[0].out, await bundleClassic());
for (const { name, whole } of built) assert(whole <= limits[name], `${name} is too large`);
