// A web server of this machine for tests: folders at addresses, and npm packages at those that CDNs have.
import { createReadStream, existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const here = fileURLToPath(new URL(".", import.meta.url));
const kinds = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript",
  ".wasm": "application/wasm", ".css": "text/css", ".json": "application/json", ".png": "image/png" };

/** Serves folders, such as { "/gpufluid": "build/gpufluid" }, at a free port. */
export async function serve(folders) {
  const server = createServer((request, answer) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://here").pathname));
    const prefix = Object.keys(folders).find((each) => path.startsWith(`${each}/`));
    const file = prefix && join(resolve(folders[prefix]), path.slice(prefix.length));
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      answer.writeHead(404).end();
      return;
    }
    const kind = kinds[extname(file)] ?? "application/octet-stream";
    answer.writeHead(200, { "Content-Type": kind, "Cache-Control": "no-store" });
    createReadStream(file).pipe(answer);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

// A CommonJS package as a module, as esm.sh makes it; the packages that it requires are imported.
function wrapCommonJS(name, imports) {
  const names = Object.keys(require(name)).filter((each) => /^[A-Za-z]\w*$/.test(each) && each !== "default");
  const folder = name.split("/")[0], file = `cjs/${name.replace("/", "-")}.production.js`;
  const needed = Object.keys(imports).map((each, i) => `import need${i} from "${imports[each]}";`).join("\n");
  const table = Object.keys(imports).map((each, i) => `${JSON.stringify(each)}: need${i}`).join(", ");
  return { file: join(here, "node_modules", folder, file), before: `${needed}
const module = { exports: {} }, exports = module.exports, process = { env: { NODE_ENV: "production" } };
const require = (name) => ({ ${table} })[name];
(function () {`, after: `})();
export default module.exports;
export const { ${names.join(", ")} } = module.exports;` };
}

const esm = (name) => `https://esm.sh/${name}@${require(`${name}/package.json`).version}`;
const wrapped = {
  "react": {},
  "scheduler": {},
  "react-dom": { react: esm("react") },
  "react-dom/client": { react: esm("react"), "react-dom": esm("react-dom"), scheduler: esm("scheduler") },
};

/** Lets a page of Playwright's load packages that CDNs have, gpufluid from its folder and others from node_modules. */
export async function routePackages(page, gpufluid) {
  await page.route(/^https:/, async (route) => {
    const url = new URL(route.request().url()), path = url.pathname.slice(1).replace(/@[\d.]+/, "");
    const headers = { "Access-Control-Allow-Origin": "*" };
    if (url.host === "cdn.jsdelivr.net") {
      const file = path.replace(/^npm\//, "");
      const stored = file.startsWith("gpufluid/") ? join(gpufluid, file.slice(9)) : join(here, "node_modules", file);
      await route.fulfill({ path: stored, contentType: kinds[extname(file)], headers });
    } else if (url.host === "esm.sh" && wrapped[path]) {
      const { file, before, after } = wrapCommonJS(path, wrapped[path]);
      const body = `${before}\n${await readFile(file, "utf8")}\n${after}`;
      await route.fulfill({ body, contentType: "text/javascript", headers });
    } else {
      await route.abort();
    }
  });
}
