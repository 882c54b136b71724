// A Chromium without a window, drawn by the processor, for tests of the npm package.
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const flags = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
  "--disable-gpu-watchdog", "--js-flags=--expose-gc"];

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });
}

/**
 * Runs tests of a package's folder, functions by their names, each on a blank page of its own that has help.js:
 * `test(page, open)`, where `open(headers)` loads the page. Those whose name is not among `names` are left out, unless
 * there are none.
 */
export async function runTests(folder, tests, names) {
  const server = await serve({ "/gpufluid": folder }), browser = await launch();
  try {
    await runIn(browser, server, tests, names);
  } finally {
    await browser.close();
    server.close();
  }
}

async function runIn(browser, server, tests, names) {
  const script = fileURLToPath(new URL("help.js", import.meta.url));
  for (const [name, test] of Object.entries(tests)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const start = performance.now(), context = await browser.newContext({ viewport: { width: 480, height: 300 } });
    const page = await context.newPage(), errors = [];
    page.setDefaultTimeout(600_000);
    page.on("pageerror", (error) => errors.push(error.stack));
    page.on("console", (message) => {
      if (message.type() === "error" || /GL_INVALID|INVALID_|oldest context/i.test(message.text())) errors.push(message.text());
    });
    await page.addInitScript({ path: script });
    const open = async (headers = {}) => {
      await page.route("**/blank.html", (route) => route.fulfill({ contentType: "text/html", headers,
        body: "<!doctype html><html lang=en><title>blank</title><body></body></html>" }));
      await page.goto(`${server.address}/blank.html`);
    };
    const expected = await test(page, open) ?? [];
    const loud = errors.filter((text) => !expected.some((pattern) => pattern.test(text)));
    if (loud.length > 0) throw new Error(`${name}: the console has ${loud.slice(0, 3).join("\n")}`);
    await context.close();
    console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
}
