// Looks at the examples of the npm package in Chromium: drive_examples.mjs FOLDER_OF_PACKAGE [NAME...]
// It runs what the README shows, too. Pictures of them are written to the folder that the variable PICTURES names. With
// the variable SEED, a number, it is half of them, and the other half for the next number.
import assert from "node:assert/strict";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./chromium.mjs";
import { comparePictures, wave } from "./pictures.mjs";
import { routePackages, serve } from "./serve.mjs";
import { readBlocks } from "./shown.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const examples = join(here, "../../../bindings/js/examples");
const pictures = process.env.PICTURES ?? join(here, "pictures");
const size = { width: 480, height: 300 };
const longest_ms = 300_000; // a page that is drawn by a busy processor

// Pictures of a page until one has so many colours and differs from the first one, and what the last one is like.
async function watch(page, blank, { colors, changed, hand }) {
  const first = await page.screenshot(), end = Date.now() + longest_ms;
  for (;;) {
    await hand?.(page);
    const picture = await page.screenshot(), texts = [picture, first].map((each) => each.toString("base64"));
    const seen = await blank.evaluate(comparePictures, texts);
    if (seen.colors >= colors && seen.changed >= changed) return seen;
    const wanted = JSON.stringify({ colors, changed });
    assert(Date.now() < end, `after ${longest_ms / 1000} s ${JSON.stringify(seen)} is seen; ${wanted} is expected`);
  }
}

// Links below the canvas get what a person does.
async function clickLinks(page) {
  for (const name of ["one", "two"]) {
    await page.click(`a[href="#${name}"]`);
    await page.waitForFunction((hash) => location.hash === hash, `#${name}`);
  }
}

// What is unmounted leaves nothing; what is mounted again shows again.
async function mountAgain(page, blank) {
  assert.equal(await page.locator("canvas").count(), 1, "StrictMode is expected to leave one canvas of its two");
  await page.click("button");
  await page.waitForFunction(() => !document.querySelector("canvas"));
  await page.click("button");
  await watch(page, blank, { colors: 14, changed: 0.1 });
}

const scenes = {
  headline: { colors: 14, changed: 0.15, hand: wave },
  "readme-headline": { colors: 14, changed: 0.15, hand: wave },
  "readme-three": { colors: 14, changed: 0.03 },
  "readme-options": { colors: 14, changed: 0.1, hand: wave },
  video: { colors: 14, changed: 0.2, hand: wave },
  text: { colors: 14, changed: 0.3 },
  three: { colors: 14, changed: 0.25 },
  pixi: { colors: 14, changed: 0.16 },
  phaser: { colors: 10, changed: 0.1 },
  react: { colors: 14, changed: 0.1, hand: wave, after: mountAgain },
  worker: { colors: 14, changed: 0.1, hand: wave },
  cursor: { colors: 8, changed: 0.04, hand: wave, after: clickLinks },
};

// What the README shows, as pages.
async function readReadme() {
  const find = async (kind, what) => (await readBlocks(folder, kind)).find((code) => code.includes(what));
  const map = { imports: { "gpufluid/smoke": "/gpufluid/smoke.js", "gpufluid/three": "/gpufluid/three.js",
    three: "https://cdn.jsdelivr.net/npm/three@0.187.0/build/three.module.js" } };
  return { "readme-headline": await find("html", "createFluid"),
    "readme-options": `<body style="margin: 0; background: black"><header style="height: 100vh"><button>A button</button></header>
      <script type="module">import { createFluid } from "/gpufluid/smoke.js"; ${await find("js", "quality:")}</script>`,
    "readme-three": `<body style="margin: 0; background: black"><script type="importmap">${JSON.stringify(map)}</script>
      <script type="module">${await find("js", "THREE")}</script>` };
}

async function drive(browser, server, name) {
  const scene = scenes[name], context = await browser.newContext({ viewport: size });
  const page = await context.newPage(), blank = await context.newPage(), errors = [];
  await routePackages(page, folder);
  if (readme[name]) {
    const body = `<!doctype html>${readme[name]}`;
    await page.route(`**/${name}.html`, (route) => route.fulfill({ body, contentType: "text/html" }));
  }
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) errors.push(message.text()); });
  page.on("pageerror", (error) => errors.push(error.stack));
  page.setDefaultTimeout(longest_ms);
  await page.bringToFront();
  try {
    await page.goto(`${server.address}/examples/${name}.html`);
    const seen = await watch(page, blank, scene);
    await scene.after?.(page, blank);
    console.log(`${name}: ${seen.colors} colours, ${Math.round(100 * seen.changed)} % changed`);
  } finally {
    await page.screenshot({ path: join(pictures, `${name}.png`) });
    if (errors.length > 0) console.log(errors.join("\n"));
  }
  const loud = errors.filter((text) => !/GPU stall due to ReadPixels/.test(text));
  assert.deepEqual(loud, [], `${name}: an empty console is expected`);
  await context.close();
}

// A page that tries by itself whether a fluid leaves another library's objects as they are.
async function tryState(browser, server, name) {
  const page = await browser.newPage();
  await routePackages(page, folder);
  await page.goto(`${server.address}/tests/${name}.html`);
  const result = await (await page.waitForFunction("window.result", null, { timeout: longest_ms })).jsonValue();
  assert.equal(result, "right", `${name}: ${result}`);
  console.log(`${name}: right`);
  await page.close();
}

const [folder, ...names] = process.argv.slice(2);
assert(folder, "usage: drive_examples.mjs FOLDER_OF_PACKAGE [NAME...]");
const all = (await readdir(examples)).filter((file) => file.endsWith(".html")).map((file) => file.slice(0, -5));
const states = ["three_state", "pixi_state"];
const readme = await readReadme();
all.push(...Object.keys(readme));
assert.deepEqual(Object.keys(scenes).sort(), all.sort(), "each example is expected to have a scene here");
await mkdir(pictures, { recursive: true });
const server = await serve({ "/gpufluid": folder, "/examples": examples, "/tests": here });
const browser = await launch();
try {
  const { SEED: seed } = process.env, half = all.filter((_, i) => !seed || i % 2 === Number(seed) % 2);
  for (const name of names.length > 0 ? names : [...states, ...half]) {
    await (states.includes(name) ? tryState : drive)(browser, server, name);
  }
} finally {
  await browser.close();
  server.close();
}
