// Examples of the npm package in Firefox: drive_firefox.mjs FOLDER_OF_PACKAGE [NAME...]
// It needs a display, such as Xvfb's. Pictures are written to the folder that the variable PICTURES names.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "puppeteer-core";
import { comparePictures, wave } from "./pictures.mjs";
import { serve } from "./serve.mjs";

const [folder, ...given] = process.argv.slice(2);
assert(folder, "usage: drive_firefox.mjs FOLDER_OF_PACKAGE [NAME...]");
const names = given.length > 0 ? given : ["headline"];
const here = fileURLToPath(new URL(".", import.meta.url)), pictures = process.env.PICTURES ?? join(here, "pictures");
const longest_ms = 240_000;

async function drive(browser, server, name) {
  const page = await browser.newPage(), errors = [];
  await page.setViewport({ width: 480, height: 300 });
  page.on("console", (message) => { if (message.type() === "error") errors.push(message.text()); });
  page.on("pageerror", (error) => errors.push(error.stack));
  await page.goto(`${server.address}/examples/${name}.html`);
  await page.waitForSelector("canvas", { timeout: longest_ms });
  const picture = () => page.screenshot({ encoding: "base64" }), first = await picture(), end = Date.now() + longest_ms;
  let shown, seen;
  do {
    await wave(page);
    shown = await picture();
    await writeFile(join(pictures, `firefox_${name}.png`), shown, "base64");
    seen = await page.evaluate(comparePictures, [shown, first]);
    assert(Date.now() < end, `${name}: after ${longest_ms / 1000} s ${JSON.stringify(seen)} is seen`);
  } while (seen.colors < 8 || seen.changed < 0.04);
  assert.deepEqual(errors, [], `${name}: the console is expected to be empty`);
  console.log(`${name}: ${seen.colors} colours, ${Math.round(100 * seen.changed)} % changed`);
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
