// A module of the library: its code, its memory and what it imports. One belongs to one WebGL context.
import { FluidError } from "./error.js";
import { format } from "./format.js";
import { GLTable } from "./gl.js";

const compiled = new Map(); // address: a promise of what was compiled, so that several fluids share it

async function fetchModule(address) {
  let response;
  try {
    response = await fetch(address);
  } catch (error) {
    throw new FluidError("UNSUPPORTED", `${address} could not be fetched (${error.message}); a server must have it`);
  }
  return compileResponse(response);
}

async function compileResponse(response) {
  if (!response.ok) {
    throw new FluidError("UNSUPPORTED", `${response.url} answers ${response.status}; the package's .wasm file is expected there`);
  }
  try {
    if (response.headers.get("Content-Type")?.startsWith("application/wasm")) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new FluidError("UNSUPPORTED", `${response.url} can't be compiled (${error.message}); the package's .wasm file is expected there, and a Content-Security-Policy is expected to allow 'wasm-unsafe-eval'`);
  }
}

/** What stands behind an address, a response or what is compiled already. */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof Response !== "undefined" && source instanceof Response) return compileResponse(source);
  const address = String(source);
  if (!compiled.has(address)) {
    compiled.set(address, fetchModule(address));
    compiled.get(address).catch(() => compiled.delete(address)); // another try may succeed
  }
  return compiled.get(address);
}

export class Runtime {
  #decoder = new TextDecoder();
  #line = "";
  #functions = new Map(); // number: a function of the page's that C calls by it
  #lastNumber = 0;
  #thrown = null; // by one of those whose answer C needs
  /** Whether C calls a function of the page's now. */
  callsBack = false;
  /** Takes a level (0: an error, 1: a warning, 2: information), a code and a text of the library's log. */
  onLog = () => {};
  /** Takes lines that the module writes to its output and to its errors. */
  onPrint = (line) => console.log(line);

  constructor(gl) {
    this.gl = new GLTable(gl, this);
  }

  /** Starts a compiled module. */
  async start(module) {
    const instance = await WebAssembly.instantiate(module, this.#complete(module, {
      gl: this.gl.calls,
      web: {
        log: (level, code, at, number) => this.#log(this.#functions.get(number) ?? this.onLog, level, code, this.text(at)),
        findTexture: (saved, number) => this.#findTexture(this.#functions.get(number), saved >>> 0),
        format: (at, room, text, values) => this.#putBytes(at, room, format(this, text, values)),
        now: () => performance.now(),
      },
      math: Object.create(Math),
      env: { emscripten_notify_memory_growth: () => this.#look() },
      wasi_snapshot_preview1: this.#system(),
    }));
    this.exports = instance.exports;
    this.#look();
    this.exports._initialize?.();
    return this;
  }

  // C is never left in the middle: what a function throws is `fail`'s.
  #callBack(call, given, fail) {
    this.callsBack = true;
    try {
      return call(...given);
    } catch (error) {
      return fail(error);
    } finally {
      this.callsBack = false;
    }
  }

  // What a log throws is an error of the page's, as that of a listener is; the call goes on.
  #log(call, ...given) {
    this.#callBack(call, given, (error) => queueMicrotask(() => { throw error; }));
  }

  // Without a texture C refuses the snapshot.
  #findTexture(call, saved) {
    const fail = (error) => {
      this.#thrown = { error };
      return 0;
    };
    const name = this.#callBack(call, [saved], fail);
    return Number.isInteger(name) && name >= 0 ? name
      : fail(new FluidError("TYPE", `gfSnapshotTextures.get(${saved}) gives ${String(name)}; the number of a texture is expected`));
  }

  /** Makes a function known to C; returns its number, which is its `user` there. */
  addFunction(call) {
    this.#functions.set(++this.#lastNumber, call);
    return this.#lastNumber;
  }

  removeFunction(number) {
    this.#functions.delete(number);
  }

  /** What a function of the page's threw while C called it, as { error }, and it is forgotten; null: nothing. */
  takeThrown() {
    const thrown = this.#thrown;
    this.#thrown = null;
    return thrown;
  }

  // Whatever else a module asks of its system, such as files, a page has not: the calls fail, as C expects it of each.
  #complete(module, imports) {
    const ENOSYS = 52, refuse = { env: () => -ENOSYS, wasi_snapshot_preview1: () => ENOSYS };
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      if (from in refuse) imports[from][name] ??= refuse[from];
    }
    return imports;
  }

  // The views on memory; those from before it grew are empty.
  #look() {
    const { buffer } = this.exports.memory;
    this.u8 = new Uint8Array(buffer);
    this.i8 = new Int8Array(buffer);
    this.u16 = new Uint16Array(buffer);
    this.i16 = new Int16Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.u64 = new BigUint64Array(buffer);
    this.i64 = new BigInt64Array(buffer);
  }

  // What the C library asks of its system: a clock and, of files, the two that are always open.
  #system() {
    return {
      clock_time_get: (clock, precision, at) => {
        this.u64[at >> 3] = BigInt(Math.round((clock === 0 ? Date.now() : performance.now()) * 1e6));
        return 0;
      },
      fd_write: (file, parts, count, written) => {
        let length = 0;
        for (let i = 0; i < count; i++) {
          const at = this.u32[(parts >> 2) + 2 * i], size = this.u32[(parts >> 2) + 2 * i + 1];
          this.#print(this.#decoder.decode(this.u8.slice(at, at + size), { stream: true }), file);
          length += size;
        }
        this.u32[written >> 2] = length;
        return 0;
      },
      proc_exit: (status) => { throw new FluidError("UNSUPPORTED", `the module ended with status ${status}`); },
    };
  }

  // As snprintf: with a NUL, as far as there is room; returns the whole length.
  #putBytes(at, room, text) {
    const length = Math.min(text.length, room - 1);
    for (let i = 0; i < length; i++) this.u8[at + i] = text.charCodeAt(i);
    if (room) this.u8[at + length] = 0;
    return text.length;
  }

  #print(text, file) {
    const lines = (this.#line + text).split("\n");
    this.#line = lines.pop();
    for (const line of lines) this.onPrint(line, file);
  }

  /** The text at a pointer, up to its NUL, or so many bytes of it. */
  text(at, length = this.u8.indexOf(0, at) - at) {
    return at ? this.#decoder.decode(this.u8.slice(at, at + length)) : "";
  }

  /** Puts a text on C's stack; the caller gives its room back with stackRestore. */
  putText(text) {
    const bytes = new TextEncoder().encode(text + "\0"), at = this.exports.stackAlloc(bytes.length);
    this.u8.set(bytes, at);
    return at;
  }
}
