// Calls of the C library by the table of a build (make_js.py): objects of JavaScript become structures in memory, and
// come back.
//
// A structure's line: name and size, then members: name, kind, offset, and of arrays a length, of pointers to lists the
// member that has it. Kinds: f float, d double, b bool, i and u integers, h and B of two bytes and of one, Q of eight,
// p a pointer, s a text, *K a pointer to K, or the name of a structure; (F a function of the page's, which C calls by the
// one that the export F tells, !F one that is always that of F, n a pointer that goes with a function and stays its own.
// A function's line: name and kind of the result (e: a status), then parameters: name and kind. There &S is a
// structure that C reads, >S one that it writes, ~S both; [K is a list whose length, #, follows, ]K one that C fills as
// long as the next parameter says, =K one as long as the list before; @n and >@n are n floats, D and >D bytes.
import { FluidError } from "./error.js";

const heap_least = 4096; // bytes; more is not put on C's stack
const views = { f: ["f32", 4], d: ["f64", 8], b: ["u8", 1], i: ["i32", 4], u: ["u32", 4], h: ["u16", 2], B: ["u8", 1],
  Q: ["u64", 8], p: ["u32", 4], s: ["u32", 4], n: ["u32", 4], e: ["i32", 4] };
const ranges = { i: [-(2 ** 31), 2 ** 31 - 1], u: [0, 2 ** 32 - 1], h: [0, 65535], B: [0, 255], Q: [0, 2 ** 64 - 1],
  p: [0, 2 ** 32 - 1] };
const whole_most = 16; // numbers of an array that is given whole, such as a colour or a matrix; of longer ones some may do

// A value as a message shows it.
function show(value) {
  if (typeof value === "string") return JSON.stringify(value);
  return value === null || !["object", "function"].includes(typeof value) ? String(value) : `of the type ${typeof value}`;
}

function parse(text) {
  const rows = new Map();
  for (const line of text.split("\n")) {
    const [head, ...cells] = line.split("|").map((cell) => cell.split(" "));
    if (head[0]) rows.set(head[0], { head, cells });
  }
  return rows;
}

// The names that are most like one that is not there.
function findNear(name, names) {
  const pairs = (text) => new Set(Array.from(text.toLowerCase(), (letter, i) => letter + (text.toLowerCase()[i + 1] ?? "")));
  const wanted = pairs(name);
  const near = (other) => [...pairs(other)].filter((pair) => wanted.has(pair)).length;
  return [...names].sort((a, b) => near(b) - near(a)).slice(0, 4);
}

class Codec {
  #runtime;
  #structs = new Map();
  #errors;
  #defaults = new Map(); // bytes of gfDefaultX(), by structure
  #borrowed = []; // memory of the call under way, from the heap
  #lent = []; // numbers of functions that were given with that call
  #ofDevices = new Map(); // those that a device goes on calling

  constructor(runtime, table) {
    this.#runtime = runtime;
    this.#errors = table.errors.split(" ");
    for (const [name, { head, cells }] of parse(table.structs)) {
      const fields = cells.map(([field, kind, offset, extra]) => ({ name: field, kind, offset: Number(offset),
        length: !"*(".includes(kind[0]) && extra ? Number(extra) : 0, counted: "*(".includes(kind[0]) ? extra : undefined }));
      this.#structs.set(name, { name, size: Number(head[1]), fields, byName: new Map(fields.map((field) => [field.name, field])) });
    }
  }

  #sizeOf(kind) {
    return this.#structs.get(kind)?.size ?? views[kind[0] === "*" ? "p" : kind][1];
  }

  // Room for the call under way, all zero.
  #reserve(bytes) {
    if (bytes >= 2 ** 31) throw new FluidError("OUT_OF_MEMORY", `${bytes} bytes are needed; less than ${2 ** 31} are expected`);
    const { exports } = this.#runtime, heap = bytes > heap_least;
    const at = heap ? exports.malloc(bytes) : exports.stackAlloc((bytes + 15) & ~15);
    if (heap && !at) throw new FluidError("OUT_OF_MEMORY", `${bytes} bytes are needed, which the module's memory has not`);
    if (heap) this.#borrowed.push(at);
    this.#runtime.u8.fill(0, at, at + bytes);
    return at;
  }

  // --- into memory ---------------------------------------------------------------------------------------------------

  #writeScalar(kind, at, value, what) {
    const [view, size] = views[kind];
    if (kind === "b" ? typeof value !== "boolean" : typeof value !== "number" && typeof value !== "bigint") {
      const expected = kind === "b" ? "true or false is" : kind === "p" ? "what the library made, or null, is" : "a number is";
      throw new FluidError("TYPE", `${what} is ${show(value)}; ${typeof value === "function" ? "a page can't do this for C, so null is" : expected} expected`);
    }
    const range = ranges[kind];
    if (range && !Number.isInteger(Number(value))) throw new FluidError("TYPE", `${what} is ${value}; a whole number is expected`);
    if (range && !(value >= range[0] && value <= range[1])) {
      throw new FluidError("OUT_OF_RANGE", `${what} is ${value}; ${range[0]} to ${range[1]} is expected`);
    }
    this.#runtime[view][at / size] = kind === "Q" ? BigInt(value) : Number(value);
  }

  #write(kind, at, value, what) {
    if (this.#structs.has(kind)) this.#writeStruct(kind, at, value, what);
    else if (kind === "s") this.#runtime.u32[at >> 2] = value === null ? 0 : this.#putText(value, what);
    else if (kind === "p" && (value === null || value === undefined)) this.#runtime.u32[at >> 2] = 0;
    else this.#writeScalar(kind, at, value, what);
  }

  #putText(value, what) {
    if (typeof value !== "string") throw new FluidError("TYPE", `${what}: a text is expected`);
    const bytes = new TextEncoder().encode(value), at = this.#reserve(bytes.length + 1);
    this.#runtime.u8.set(bytes, at);
    return at;
  }

  #writeStruct(name, at, value, what) {
    const struct = this.#structs.get(name);
    if (value === null || typeof value !== "object") throw new FluidError("TYPE", `${what} is ${show(value)}; an object with members of ${name} is expected`);
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      const field = struct.byName.get(key);
      if (!field) {
        throw new FluidError("TYPE", `${what}: ${name} has no "${key}"; it has ${findNear(key, struct.byName.keys()).join(", ")} and others`);
      }
      this.#writeField(struct, field, at, member, `${what}.${key}`);
    }
  }

  #writeField(struct, field, at, value, what) {
    const { kind, offset, length, counted } = field;
    if (kind[0] === "(") {
      this.#writeFunction(struct, field, at, value, what);
    } else if (kind[0] === "!" || kind === "n") {
      if (value !== null) throw new FluidError("TYPE", `${what} is ${show(value)}; null is expected, for a page has its own`);
    } else if (kind[0] === "*") {
      const { pointer, count } = this.#writeList(kind.slice(1), value ?? [], what);
      this.#runtime.u32[(at + offset) >> 2] = count > 0 ? pointer : 0;
      const counter = struct.byName.get(counted);
      if (counter) this.#write(counter.kind, at + counter.offset, count, what);
    } else if (length > 0) {
      const list = this.#checkList(value, what);
      const all = length <= whole_most && !this.#structs.has(kind);
      if (all ? list.length !== length : list.length > length) {
        throw new FluidError("OUT_OF_RANGE", `${what} has ${list.length} values; ${all ? "" : "at most "}${length} are expected`);
      }
      const size = this.#sizeOf(kind);
      for (let i = 0; i < list.length; i++) this.#write(kind, at + offset + i * size, list[i], `${what}[${i}]`);
    } else {
      this.#write(kind, at + offset, value, what);
    }
  }

  #writeFunction(struct, { kind, offset, counted }, at, value, what) {
    if (value !== null && typeof value !== "function") throw new FluidError("TYPE", `${what} is ${show(value)}; a function, or null, is expected`);
    const { u32, exports } = this.#runtime, number = value ? this.#runtime.addFunction(value) : 0;
    if (number) this.#lent.push(number);
    u32[(at + offset) >> 2] = value ? exports[kind.slice(1)]() : 0;
    u32[(at + struct.byName.get(counted).offset) >> 2] = number;
  }

  #checkList(value, what) {
    if (!Array.isArray(value) && !(ArrayBuffer.isView(value) && value.length !== undefined)) {
      throw new FluidError("TYPE", `${what}: an array is expected`);
    }
    return value;
  }

  #writeList(kind, value, what) {
    const list = this.#checkList(value, what), size = this.#sizeOf(kind), at = this.#reserve(Math.max(1, size * list.length));
    const view = this.#runtime[views[kind]?.[0]];
    if (view && ArrayBuffer.isView(list)) {
      view.set(list, at / size);
    } else {
      for (let i = 0; i < list.length; i++) {
        if (this.#structs.has(kind)) this.#putDefault(kind, at + i * size);
        this.#write(kind, at + i * size, list[i], `${what}[${i}]`);
      }
    }
    return { pointer: at, count: list.length };
  }

  // A definition's defaults, over which a caller's members are laid.
  #putDefault(name, at) {
    if (!this.#defaults.has(name)) {
      const make = this.#runtime.exports[name.replace(/^gf/, "gfDefault")], { size, fields } = this.#structs.get(name);
      if (make) {
        const { exports } = this.#runtime, top = exports.stackSave(), place = exports.stackAlloc((size + 15) & ~15);
        make(place);
        for (const { kind, offset } of fields) if (kind[0] === "!") this.#runtime.u32[(place + offset) >> 2] = exports[kind.slice(1)]();
        this.#defaults.set(name, this.#runtime.u8.slice(place, place + size));
        exports.stackRestore(top);
      } else {
        this.#defaults.set(name, null);
      }
    }
    const bytes = this.#defaults.get(name);
    if (bytes) this.#runtime.u8.set(bytes, at);
  }

  #place(name, value, what) {
    if (value === null || value === undefined) return 0;
    const at = this.#reserve(this.#structs.get(name).size);
    this.#putDefault(name, at);
    this.#writeStruct(name, at, value, what);
    return at;
  }

  // --- out of memory -------------------------------------------------------------------------------------------------

  #read(kind, at) {
    if (this.#structs.has(kind)) return this.#readStruct(kind, at);
    if (kind[0] === "(" || kind[0] === "!" || kind === "n") return null;
    const [view, size] = views[kind], value = this.#runtime[view][at / size];
    if (kind === "b") return value !== 0;
    if (kind === "s") return value ? this.#runtime.text(value) : null;
    if (kind === "Q") return Number(value);
    return value;
  }

  #readStruct(name, at) {
    const struct = this.#structs.get(name), object = {};
    for (const { name: key, kind, offset, length, counted } of struct.fields) {
      if (kind[0] === "*") {
        const pointer = this.#runtime.u32[(at + offset) >> 2], counter = struct.byName.get(counted);
        const count = counter ? this.#read(counter.kind, at + counter.offset) : Number(counted) || 0;
        object[key] = pointer && count ? this.#readList(kind.slice(1), pointer, count) : pointer ? [] : null;
      } else {
        object[key] = length > 0 ? Array.from({ length }, (_, i) => this.#read(kind, at + offset + i * this.#sizeOf(kind))) : this.#read(kind, at + offset);
      }
    }
    return object;
  }

  #readList(kind, at, count) {
    const size = this.#sizeOf(kind);
    if (!this.#structs.has(kind) && kind !== "b") return this.#runtime[views[kind][0]].slice(at / size, at / size + count);
    return Array.from({ length: count }, (_, i) => this.#read(kind, at + i * size));
  }

  // --- calls ---------------------------------------------------------------------------------------------------------

  /** The last error as an exception, and it is forgotten; null: there is none. */
  takeError() {
    const { exports } = this.#runtime, top = exports.stackSave(), at = exports.stackAlloc(16);
    const code = exports.gfGetLastError(at), message = this.#runtime.text(this.#runtime.u32[at >> 2]);
    exports.stackRestore(top);
    if (code === 0) return null;
    exports.gfClearLastError();
    return new FluidError(this.#errors[code] ?? String(code), message);
  }

  // Room for what C writes: where, and how to read it afterwards.
  #makeOutput(kind, count) {
    if (kind === ">D") return { at: this.#reserve(Math.max(1, count)), read: (at) => this.#runtime.u8.slice(at, at + count).buffer };
    if (kind === ">s") return { at: this.#reserve(4), read: (at) => this.#read("s", at) };
    if (kind.startsWith(">@")) {
      const floats = Number(kind.slice(2));
      return { at: this.#reserve(4 * floats), read: (at) => this.#readList("f", at, floats) };
    }
    const what = kind.slice(1), many = kind[0] !== ">";
    const at = this.#reserve(Math.max(1, this.#sizeOf(what) * (many ? count : 1)));
    return { at, read: (place, length = count) => (many ? this.#readList(what, place, length) : this.#read(what, place)) };
  }

  // One argument that the caller gives, as C takes it.
  #give(kind, value, what) {
    if (kind === "p" && (value === null || value === undefined)) return 0;
    if (kind === "s") return value === null || value === undefined ? 0 : this.#putText(value, what);
    if (kind[0] === "&") return this.#place(kind.slice(1), value, what);
    if (this.#structs.has(kind)) return this.#place(kind, value ?? {}, what);
    if (kind[0] === "@") {
      const floats = Number(kind.slice(1)), { pointer, count } = this.#writeList("f", value, what);
      if (count !== floats) throw new FluidError("OUT_OF_RANGE", `${what} has ${count} numbers; ${floats} are expected`);
      return pointer;
    }
    const scratch = this.#reserve(8); // checks its type
    this.#writeScalar(kind, scratch, value, what);
    return kind === "Q" ? BigInt(value) : Number(value);
  }

  // The arguments of C's call, and what comes back through them.
  #bind(name, cells, given) {
    const values = [], outputs = [];
    let next = 0, length = 0;
    cells.forEach(([parameter, kind], i) => {
      const what = `${name}: ${parameter}`;
      if (kind[0] === "[") {
        const { pointer, count } = given[next] === null ? { pointer: 0, count: 0 } : this.#writeList(kind.slice(1), given[next], what);
        next++;
        length = count;
        values.push(pointer);
      } else if (kind === "D") {
        const data = given[next++], bytes = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
          : data instanceof ArrayBuffer ? new Uint8Array(data) : null;
        if (!bytes) throw new FluidError("TYPE", `${what}: an ArrayBuffer or a typed array is expected`);
        length = bytes.length;
        values.push(this.#writeList("B", bytes, what).pointer);
      } else if (kind === "#") {
        values.push(length);
      } else if (kind[0] === "~") {
        const at = this.#place(kind.slice(1), given[next++] ?? {}, what);
        outputs.push({ parameter, at, read: (place) => this.#read(kind.slice(1), place) });
        values.push(at);
      } else if (kind[0] === ">" || kind[0] === "]" || kind[0] === "=") {
        const count = kind[0] === "=" ? length : kind[0] === "]" || kind === ">D" ? given[next] : 1;
        if (!Number.isInteger(count) || count < 0) throw new FluidError("OUT_OF_RANGE", `${name}: ${cells[i + 1]?.[0] ?? "a count"} is ${show(count)}; a whole number, 0 and more, is expected`);
        const output = this.#makeOutput(kind, count);
        outputs.push({ parameter, ...output });
        values.push(output.at);
      } else {
        values.push(this.#give(kind, given[next++], what));
      }
    });
    if (given.length > next) throw new FluidError("TYPE", `${name}: ${given.length} arguments are given; ${next} are expected`);
    return { values, outputs };
  }

  // What a call gives back, of C's result and what it wrote.
  #answer(name, kind, result, outputs) {
    const struct = this.#structs.has(kind), value = kind === "b" ? result !== 0 : kind === "s" ? (result ? this.#runtime.text(result) : null)
      : kind === "Q" ? Number(BigInt.asUintN(64, result)) : kind === "u" || kind === "p" ? result >>> 0 : result;
    if ((struct || kind === "v" || !value) && name !== "gfGetLastError") {
      const error = this.takeError();
      if (error) throw error;
    }
    if (outputs.length === 0) return kind === "v" ? undefined : value;
    if (kind === "i") return outputs[0].read(outputs[0].at, Math.max(0, result));
    const written = Object.fromEntries(outputs.map(({ parameter, at, read }) => [parameter, read(at)]));
    if (kind === "e") return { status: value, ...written };
    return outputs.length === 1 ? written[outputs[0].parameter] : written;
  }

  #forgetDevice(device) {
    for (const number of this.#ofDevices.get(device) ?? []) this.#runtime.removeFunction(number);
    this.#ofDevices.delete(device);
  }

  call(name, kind, cells, given) {
    if (this.#runtime.callsBack) throw new FluidError("CALL_ORDER", `${name}: a function that the library calls is expected not to call the library`);
    const { exports } = this.#runtime, top = exports.stackSave();
    this.#borrowed = [];
    this.#lent = [];
    try {
      const struct = this.#structs.get(kind), place = struct && this.#reserve(struct.size);
      const { values, outputs } = this.#bind(name, cells, given);
      const result = struct ? exports[name](place, ...values) : exports[name](...values);
      if (name === "gfCreateDevice" && result) this.#ofDevices.set(result, this.#lent.splice(0));
      if (name === "gfDestroyDevice") this.#forgetDevice(given[0]);
      const thrown = this.#runtime.takeThrown();
      if (thrown) {
        this.takeError(); // which it was the cause of
        throw thrown.error;
      }
      const answer = this.#answer(name, kind, result, outputs);
      return struct ? this.#readStruct(kind, place) : answer;
    } finally {
      for (const at of this.#borrowed) exports.free(at);
      for (const number of this.#lent) this.#runtime.removeFunction(number);
      exports.stackRestore(top);
    }
  }
}

// What a build leaves out is there all the same, and says so when it is called.
const absent = new Proxy({}, {
  get: (target, name) => (String(name).startsWith("gf") ? () => {
    throw new FluidError("UNSUPPORTED", `${String(name)} is not in this build; import "gpufluid", which has all of the library`);
  } : undefined),
});

/** The calls of a module that runs, by a table; `takeError` is none of C's. */
export function createApi(runtime, table) {
  const codec = new Codec(runtime, table), api = Object.create(absent);
  api.takeError = () => codec.takeError();
  for (const [name, { head, cells }] of parse(table.functions)) {
    api[name] = (...given) => codec.call(name, head[1], cells, given);
  }
  return api;
}
