// WebGL 2 as C calls it: objects have names, which are numbers, and data lie in the module's memory.

// Calls that mean the same on both sides, numbers alone.
const same = `ActiveTexture BlendEquationSeparate BlendFuncSeparate BlitFramebuffer CheckFramebufferStatus Clear
  ClearColor CopyBufferSubData DepthFunc Disable DrawArrays DrawElements Enable EnableVertexAttribArray EndQuery Finish
  GenerateMipmap GetError ReadBuffer RenderbufferStorage Scissor StencilFuncSeparate StencilMaskSeparate
  StencilOpSeparate TexParameteri Viewport`.split(/\s+/);

// Extensions that the library uses where they are there; WebGL has them once they were asked for.
const extensions = ["EXT_color_buffer_float", "EXT_color_buffer_half_float", "EXT_disjoint_timer_query_webgl2",
  "EXT_float_blend", "KHR_parallel_shader_compile", "OES_texture_float_linear"];

const VENDOR = 0x1F00, RENDERER = 0x1F01, VERSION = 0x1F02, SHADING_LANGUAGE_VERSION = 0x8B8C;
const NUM_EXTENSIONS = 0x821D, NUM_PROGRAM_BINARY_FORMATS = 0x87FE, INFO_LOG_LENGTH = 0x8B84;
const ACTIVE_UNIFORMS = 0x8B86, ACTIVE_UNIFORM_MAX_LENGTH = 0x8B87;
const PIXEL_PACK_BUFFER_BINDING = 0x88ED, PIXEL_UNPACK_BUFFER_BINDING = 0x88EF;
const UNPACK_FLIP_Y_WEBGL = 0x9240, UNPACK_PREMULTIPLY_ALPHA_WEBGL = 0x9241;
const UNMASKED_VENDOR_WEBGL = 0x9245, UNMASKED_RENDERER_WEBGL = 0x9246;

// Names of objects. Those of the host get one when they are met, and are held weakly: they are not ours to keep.
class Names {
  #objects = [null];
  #names = new WeakMap();
  #free = [];
  #forget = new FinalizationRegistry((name) => this.#release(name));

  #release(name) {
    this.#objects[name] = undefined;
    this.#free.push(name);
  }

  clear() {
    for (const held of this.#objects) {
      const object = held instanceof WeakRef ? held.deref() : held;
      if (object) this.#forget.unregister(object);
    }
    this.#objects = [null];
    this.#names = new WeakMap();
    this.#free = [];
  }

  #take(object, held) {
    const name = this.#free.pop() ?? this.#objects.length;
    this.#objects[name] = held;
    this.#names.set(object, name);
    return name;
  }

  add(object) {
    return object ? this.#take(object, object) : 0;
  }

  find(object) {
    if (!object) return 0;
    const known = this.#names.get(object);
    if (known !== undefined) return known;
    const name = this.#take(object, new WeakRef(object));
    this.#forget.register(object, name, object);
    return name;
  }

  get(name) {
    const held = this.#objects[name];
    return held instanceof WeakRef ? held.deref() ?? null : held ?? null;
  }

  remove(name) {
    const object = this.get(name);
    if (object && name) {
      this.#names.delete(object);
      this.#forget.unregister(object);
      this.#release(name);
    }
    return object;
  }
}

/** The name of the graphics chip, or of the program that stands in for one; browsers hide it unless they are asked. */
export function findRenderer(gl) {
  const debug = gl.getExtension("WEBGL_debug_renderer_info");
  return String(gl.getParameter(debug ? UNMASKED_RENDERER_WEBGL : RENDERER) ?? "");
}

/** The imports named "gl" of a module, for a context; `runtime` has the module's memory once it is there. */
export class GLTable {
  names = new Names();
  calls = {};
  #gl;
  #runtime;
  #locations = [];
  #freeLocations = [];
  #ofProgram = new Map(); // name of a program: its locations by name
  #texts = new Map();

  constructor(gl, runtime) {
    this.#gl = gl;
    this.#runtime = runtime;
    this.enableExtensions();
    for (const name of same) {
      const method = gl[name[0].toLowerCase() + name.slice(1)];
      this.calls[name] = method.bind(gl);
    }
    Object.assign(this.calls, this.#objectCalls(), this.#shaderCalls(), this.#dataCalls(), this.#questions());
  }

  /** After a context came back: its objects are gone, and what was enabled is not any more. */
  forget() {
    this.names.clear();
    this.#locations = [];
    this.#freeLocations = [];
    this.#ofProgram.clear();
    this.enableExtensions();
  }

  enableExtensions() {
    this.extensions = extensions.filter((name) => this.#gl.getExtension(name)).map((name) => `GL_${name}`);
  }

  #objectCalls() {
    const gl = this.#gl, names = this.names, calls = {};
    for (const kind of ["Buffer", "Framebuffer", "Query", "Renderbuffer", "Sampler", "Texture", "VertexArray"]) {
      const many = kind === "Query" ? "Queries" : `${kind}s`, create = `create${kind}`, remove = `delete${kind}`;
      calls[`Gen${many}`] = (count, at) => {
        const { u32 } = this.#runtime;
        for (let i = 0; i < count; i++) u32[(at >> 2) + i] = names.add(gl[create]());
      };
      calls[`Delete${many}`] = (count, at) => {
        const { u32 } = this.#runtime;
        for (let i = 0; i < count; i++) gl[remove](names.remove(u32[(at >> 2) + i]));
      };
    }
    for (const kind of ["Buffer", "Framebuffer", "Renderbuffer", "Texture"]) {
      calls[`Bind${kind}`] = (target, name) => gl[`bind${kind}`](target, names.get(name));
    }
    return {
      ...calls,
      BindSampler: (unit, name) => gl.bindSampler(unit, names.get(name)),
      BindVertexArray: (name) => gl.bindVertexArray(names.get(name)),
      BeginQuery: (target, name) => gl.beginQuery(target, names.get(name)),
      SamplerParameteri: (name, key, value) => gl.samplerParameteri(names.get(name), key, value),
      FramebufferRenderbuffer: (target, attachment, kind, name) =>
        gl.framebufferRenderbuffer(target, attachment, kind, names.get(name)),
      FramebufferTexture2D: (target, attachment, kind, name, level) =>
        gl.framebufferTexture2D(target, attachment, kind, names.get(name), level),
      IsFramebuffer: (name) => Number(gl.isFramebuffer(names.get(name))),
      IsProgram: (name) => Number(gl.isProgram(names.get(name))),
      IsTexture: (name) => Number(gl.isTexture(names.get(name))),
      FenceSync: (condition, flags) => names.add(gl.fenceSync(condition, flags)),
      DeleteSync: (name) => gl.deleteSync(names.remove(name)),
      // Browsers wait for nothing here, or for next to nothing.
      ClientWaitSync: (name, flags) => gl.clientWaitSync(names.get(name), flags, 0),
      GetSynciv: (name, key, room, length, values) => {
        const { i32 } = this.#runtime;
        i32[values >> 2] = gl.getSyncParameter(names.get(name), key);
        if (length) i32[length >> 2] = 1;
      },
    };
  }

  #findLocation(program, text) {
    const known = this.#ofProgram.get(program) ?? new Map();
    this.#ofProgram.set(program, known);
    if (!known.has(text)) {
      const location = this.#gl.getUniformLocation(this.names.get(program), text);
      const number = location ? this.#freeLocations.pop() ?? this.#locations.length : -1;
      if (location) this.#locations[number] = location;
      known.set(text, number);
    }
    return known.get(text);
  }

  #forgetLocations(program) {
    for (const number of this.#ofProgram.get(program)?.values() ?? []) {
      if (number < 0) continue;
      this.#locations[number] = null;
      this.#freeLocations.push(number);
    }
    this.#ofProgram.delete(program);
  }

  #putText(text, room, length, at) {
    const { u8, i32 } = this.#runtime, bytes = new TextEncoder().encode(text ?? "").subarray(0, Math.max(0, room - 1));
    if (room > 0) {
      u8.set(bytes, at);
      u8[at + bytes.length] = 0;
    }
    if (length) i32[length >> 2] = bytes.length;
  }

  #countLongest(program) {
    const gl = this.#gl, count = gl.getProgramParameter(program, ACTIVE_UNIFORMS);
    let longest = 0;
    for (let i = 0; i < count; i++) longest = Math.max(longest, gl.getActiveUniform(program, i).name.length + 1);
    return longest;
  }

  #shaderCalls() {
    const gl = this.#gl, names = this.names, runtime = this.#runtime, calls = {};
    for (const [size, kind] of [[1, "f"], [2, "f"], [3, "f"], [4, "f"], [1, "i"], [2, "i"], [4, "i"]]) {
      const method = `uniform${size}${kind}v`;
      calls[`Uniform${size}${kind}v`] = (location, count, at) =>
        gl[method](this.#locations[location], kind === "f" ? runtime.f32 : runtime.i32, at >> 2, size * count);
    }
    return {
      ...calls,
      Uniform1i: (location, value) => gl.uniform1i(this.#locations[location], value),
      Uniform1f: (location, x) => gl.uniform1f(this.#locations[location], x),
      Uniform2f: (location, x, y) => gl.uniform2f(this.#locations[location], x, y),
      Uniform4f: (location, x, y, z, w) => gl.uniform4f(this.#locations[location], x, y, z, w),
      UniformMatrix4fv: (location, count, transposed, at) =>
        gl.uniformMatrix4fv(this.#locations[location], transposed, runtime.f32, at >> 2, 16 * count),
      CreateShader: (kind) => names.add(gl.createShader(kind)),
      DeleteShader: (name) => gl.deleteShader(names.remove(name)),
      ShaderSource: (name, count, texts, lengths) => {
        let source = "";
        for (let i = 0; i < count; i++) {
          const length = lengths ? runtime.i32[(lengths >> 2) + i] : -1;
          source += runtime.text(runtime.u32[(texts >> 2) + i], length < 0 ? undefined : length);
        }
        gl.shaderSource(names.get(name), source);
      },
      CompileShader: (name) => gl.compileShader(names.get(name)),
      GetShaderiv: (name, key, at) => {
        const shader = names.get(name);
        runtime.i32[at >> 2] = key === INFO_LOG_LENGTH ? (gl.getShaderInfoLog(shader) ?? "").length + 1
          : Number(gl.getShaderParameter(shader, key));
      },
      GetShaderInfoLog: (name, room, length, at) =>
        this.#putText(gl.getShaderInfoLog(names.get(name)), room, length, at),
      CreateProgram: () => names.add(gl.createProgram()),
      DeleteProgram: (name) => {
        this.#forgetLocations(name);
        gl.deleteProgram(names.remove(name));
      },
      AttachShader: (program, shader) => gl.attachShader(names.get(program), names.get(shader)),
      LinkProgram: (name) => {
        this.#forgetLocations(name);
        gl.linkProgram(names.get(name));
      },
      UseProgram: (name) => gl.useProgram(names.get(name)),
      GetFramebufferAttachmentParameteriv: (target, attachment, key, at) => {
        runtime.i32[at >> 2] = Number(gl.getFramebufferAttachmentParameter(target, attachment, key));
      },
      GetProgramiv: (name, key, at) => {
        const program = names.get(name);
        runtime.i32[at >> 2] = key === INFO_LOG_LENGTH ? (gl.getProgramInfoLog(program) ?? "").length + 1
          : key === ACTIVE_UNIFORM_MAX_LENGTH ? this.#countLongest(program)
          : Number(gl.getProgramParameter(program, key));
      },
      GetProgramInfoLog: (name, room, length, at) =>
        this.#putText(gl.getProgramInfoLog(names.get(name)), room, length, at),
      GetActiveUniform: (name, index, room, length, size, kind, at) => {
        const info = gl.getActiveUniform(names.get(name), index);
        this.#putText(info?.name, room, length, at);
        runtime.i32[size >> 2] = info?.size ?? 0;
        runtime.u32[kind >> 2] = info?.type ?? 0;
      },
      GetUniformLocation: (name, text) => this.#findLocation(name, runtime.text(text)),
    };
  }

  // Memory as the type of pixels wants it, and how far from one to the next.
  #view(type) {
    const { u8, i8, u16, i16, u32, i32, f32 } = this.#runtime;
    switch (type) {
      case 0x1401: return u8;
      case 0x1400: return i8;
      case 0x1402: return i16;
      case 0x1404: return i32;
      case 0x1406: return f32;
      case 0x1403: case 0x140B: case 0x8033: case 0x8034: case 0x8363: return u16;
      default: return u32;
    }
  }

  // Uploads what lies in memory as it is: what the host does to its pictures is not for our numbers.
  #upload(call, type, at) {
    const gl = this.#gl;
    if (gl.getParameter(PIXEL_UNPACK_BUFFER_BINDING)) return call(at);
    const host = [UNPACK_FLIP_Y_WEBGL, UNPACK_PREMULTIPLY_ALPHA_WEBGL].filter((name) => gl.getParameter(name));
    for (const name of host) gl.pixelStorei(name, false);
    if (at) {
      const view = this.#view(type);
      call(view, at / view.BYTES_PER_ELEMENT);
    } else {
      call(null);
    }
    for (const name of host) gl.pixelStorei(name, true);
  }

  #dataCalls() {
    const gl = this.#gl, names = this.names, runtime = this.#runtime;
    return {
      BufferData: (target, size, at, usage) =>
        at ? gl.bufferData(target, runtime.u8, usage, at, size) : gl.bufferData(target, size, usage),
      GetBufferSubData: (target, offset, size, at) => gl.getBufferSubData(target, offset, runtime.u8, at, size),
      ClearBufferfv: (kind, number, at) => gl.clearBufferfv(kind, number, runtime.f32, at >> 2),
      ClearBufferiv: (kind, number, at) => gl.clearBufferiv(kind, number, runtime.i32, at >> 2),
      ClearBufferuiv: (kind, number, at) => gl.clearBufferuiv(kind, number, runtime.u32, at >> 2),
      ColorMask: (r, g, b, a) => gl.colorMask(!!r, !!g, !!b, !!a),
      DepthMask: (on) => gl.depthMask(!!on),
      DepthRangef: (low, high) => gl.depthRange(low, high),
      DrawBuffers: (count, at) => gl.drawBuffers(Array.from(runtime.u32.subarray(at >> 2, (at >> 2) + count))),
      PixelStorei: (name, value) => gl.pixelStorei(name, value),
      ReadPixels: (x, y, width, height, format, type, at) => {
        if (gl.getParameter(PIXEL_PACK_BUFFER_BINDING)) {
          gl.readPixels(x, y, width, height, format, type, at);
        } else {
          const view = this.#view(type);
          gl.readPixels(x, y, width, height, format, type, view, at / view.BYTES_PER_ELEMENT);
        }
      },
      TexImage2D: (target, level, internal, width, height, border, format, type, at) =>
        this.#upload((...data) => gl.texImage2D(target, level, internal, width, height, border, format, type, ...data),
          type, at),
      TexSubImage2D: (target, level, x, y, width, height, format, type, at) =>
        this.#upload((...data) => gl.texSubImage2D(target, level, x, y, width, height, format, type, ...data), type, at),
      VertexAttribPointer: (index, size, type, normalized, stride, offset) =>
        gl.vertexAttribPointer(index, size, type, !!normalized, stride, offset),
      GetQueryObjectuiv: (name, key, at) => {
        runtime.u32[at >> 2] = Number(gl.getQueryParameter(names.get(name), key));
      },
      GetQueryObjectui64vEXT: (name, key, at) => {
        const value = Number(gl.getQueryParameter(names.get(name), key));
        runtime.u32[at >> 2] = value % 2 ** 32;
        runtime.u32[(at >> 2) + 1] = value / 2 ** 32;
      },
      GetQueryiv: (target, key, at) => {
        const value = gl.getQuery(target, key);
        runtime.i32[at >> 2] = typeof value === "number" ? value : names.find(value);
      },
    };
  }

  #findText(key) {
    const gl = this.#gl;
    switch (key) {
      case VERSION: return `OpenGL ES 3.0 (${gl.getParameter(VERSION)})`;
      case SHADING_LANGUAGE_VERSION: return `OpenGL ES GLSL ES 3.00 (${gl.getParameter(key)})`;
      case RENDERER: return findRenderer(gl);
      case VENDOR: return String(gl.getParameter(gl.getExtension("WEBGL_debug_renderer_info") ? UNMASKED_VENDOR_WEBGL : VENDOR));
      default: return this.extensions.join(" ");
    }
  }

  // A text in memory, as long as the module lives.
  #keepText(text) {
    if (!this.#texts.has(text)) {
      const bytes = new TextEncoder().encode(text + "\0"), at = this.#runtime.exports.malloc(bytes.length);
      this.#runtime.u8.set(bytes, at);
      this.#texts.set(text, at);
    }
    return this.#texts.get(text);
  }

  // Writes what a state is: a number, several, or the name of an object.
  #answer(view, key, at) {
    if (key === NUM_EXTENSIONS) return void (view[at] = this.extensions.length);
    if (key === NUM_PROGRAM_BINARY_FORMATS) return void (view[at] = 0);
    const value = this.#gl.getParameter(key);
    if (value === null || typeof value === "number" || typeof value === "boolean") view[at] = Number(value);
    else if (value.length !== undefined) Array.from(value).forEach((each, i) => { view[at + i] = Number(each); });
    else view[at] = this.names.find(value);
  }

  #questions() {
    const runtime = this.#runtime;
    return {
      GetString: (key) => this.#keepText(this.#findText(key)),
      GetStringi: (key, index) => this.#keepText(this.extensions[index] ?? ""),
      GetIntegerv: (key, at) => this.#answer(runtime.i32, key, at >> 2),
      GetFloatv: (key, at) => this.#answer(runtime.f32, key, at >> 2),
      GetBooleanv: (key, at) => this.#answer(runtime.u8, key, at),
      IsEnabled: (key) => Number(this.#gl.isEnabled(key)),
    };
  }
}
