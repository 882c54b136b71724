// Compares the package's printf with what formats.c wrote. Arguments: src/format.js, and that file.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, file] = process.argv.slice(2);
const { format } = await import(pathToFileURL(module));
const buffer = new ArrayBuffer(4096);
const runtime = {
  u8: new Uint8Array(buffer), i32: new Int32Array(buffer), u32: new Uint32Array(buffer), f64: new Float64Array(buffer),
  i64: new BigInt64Array(buffer), u64: new BigUint64Array(buffer),
};
const FORMAT = 16, TEXT = 1024, VALUES = 2048;

function put(at, text) {
  runtime.u8.set(new TextEncoder().encode(text + "\0"), at);
}

// Puts values as a caller in C does, behind a number, so that those of 8 bytes have a gap in front.
const putValue = {
  real: (value) => { runtime.u64[(VALUES >> 3) + 1] = BigInt(value); },
  wide: (value) => { runtime.i64[(VALUES >> 3) + 1] = BigInt(value); },
  whole: (value) => { runtime.i32[(VALUES >> 2) + 1] = Number(value); },
  text: (value) => {
    put(TEXT, value);
    runtime.u32[(VALUES >> 2) + 1] = TEXT;
  },
};

let wrong = 0, count = 0;
for (const line of readFileSync(file, "utf8").trimEnd().split("\n")) {
  const [text, kind, value, expected] = line.split("\t");
  put(FORMAT, "%d" + text);
  runtime.i32[VALUES >> 2] = 7;
  putValue[kind](value);
  const bytes = Uint8Array.from(format(runtime, FORMAT, VALUES), (letter) => letter.charCodeAt(0));
  const found = new TextDecoder().decode(bytes);
  count++;
  if (found === "7" + expected) continue;
  if (wrong++ < 20) console.error(`${text} of ${kind} ${value}: '${found}', not '7${expected}'`);
}
console.log(`${count} values, ${wrong} of them wrong`);
process.exit(wrong || count < 50000 ? 1 : 0);
