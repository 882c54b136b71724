// Examples of the npm package in Firefox: drive_firefox.mjs FOLDER_OF_PACKAGE [NAME...]
// It needs a display, such as Xvfb's. Pictures are written to the folder that the variable PICTURES names.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "puppeteer-core";
import { serve } from "./serve.mjs";

const [folder, ...given] = process.argv.slice(2);
assert(folder, "usage: drive_firefox.mjs FOLDER_OF_PACKAGE [NAME...]");
const names = given.length > 0 ? given : ["headline", "text", "cursor"];
const here = fileURLToPath(new URL(".", import.meta.url)), pictures = process.env.PICTURES ?? join(here, "pictures");
const longest_ms = 240_000;

// The picture of a canvas as numbers; drawn in the frame that it is read in, before the browser takes it away.
function look() {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
    const canvas = document.querySelector("canvas");
    createImageBitmap(canvas, { resizeWidth: 48, resizeHeight: 30 }).then((bitmap) => {
      const pen = new OffscreenCanvas(48, 30).getContext("2d");
      pen.drawImage(bitmap, 0, 0);
      done(Array.from(pen.getImageData(0, 0, 48, 30).data));
    });
  })));
}

async function drive(browser, server, name) {
  const page = await browser.newPage(), errors = [];
  await page.setViewport({ width: 480, height: 300 });
  page.on("console", (message) => { if (message.type() === "error") errors.push(message.text()); });
  page.on("pageerror", (error) => errors.push(error.stack));
  await page.goto(`${server.address}/examples/${name}.html`);
  await page.waitForSelector("canvas", { timeout: longest_ms });
  const end = Date.now() + longest_ms;
  let covered = 0, shown;
  do {
    await page.mouse.move(60 + 300 * Math.random(), 60 + 180 * Math.random(), { steps: 8 });
    shown = Buffer.from(await page.screenshot());
    const pixels = await page.evaluate(look);
    covered = pixels.filter((value, i) => i % 4 === 3 && value > 24).length / (pixels.length / 4);
    assert(Date.now() < end, `${name}: fluid covers ${covered} of the canvas after ${longest_ms / 1000} s`);
  } while (covered < 0.03);
  await writeFile(join(pictures, `firefox_${name}.png`), shown);
  assert.deepEqual(errors, [], `${name}: the console is expected to be empty`);
  console.log(`${name}: fluid covers ${(100 * covered).toFixed(0)} % of the canvas`);
  await page.close();
}

await mkdir(pictures, { recursive: true });
const server = await serve({ "/gpufluid": folder, "/examples": join(here, "../../../bindings/js/examples") });
const browser = await launch({ browser: "firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", headless: false,
  extraPrefsFirefox: { "webgl.force-enabled": true, "webgl.disable-fail-if-major-performance-caveat": true } });
try {
  for (const name of names) await drive(browser, server, name);
} finally {
  await browser.close();
  server.close();
}
