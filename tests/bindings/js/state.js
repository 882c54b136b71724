// In a page of drive_host.mjs: the whole state of somebody else's WebGL 2 context, which is set to strange values.
{
  const numbers = `ACTIVE_TEXTURE ARRAY_BUFFER_BINDING BLEND BLEND_COLOR BLEND_DST_ALPHA BLEND_DST_RGB BLEND_EQUATION_ALPHA
    BLEND_EQUATION_RGB BLEND_SRC_ALPHA BLEND_SRC_RGB COLOR_CLEAR_VALUE COLOR_WRITEMASK COPY_READ_BUFFER_BINDING
    COPY_WRITE_BUFFER_BINDING CULL_FACE CULL_FACE_MODE CURRENT_PROGRAM DEPTH_CLEAR_VALUE DEPTH_FUNC DEPTH_RANGE DEPTH_TEST
    DEPTH_WRITEMASK DITHER DRAW_FRAMEBUFFER_BINDING ELEMENT_ARRAY_BUFFER_BINDING FRAGMENT_SHADER_DERIVATIVE_HINT
    FRONT_FACE GENERATE_MIPMAP_HINT LINE_WIDTH PACK_ALIGNMENT PACK_ROW_LENGTH PACK_SKIP_PIXELS PACK_SKIP_ROWS
    PIXEL_PACK_BUFFER_BINDING PIXEL_UNPACK_BUFFER_BINDING POLYGON_OFFSET_FACTOR POLYGON_OFFSET_FILL POLYGON_OFFSET_UNITS
    RASTERIZER_DISCARD READ_BUFFER READ_FRAMEBUFFER_BINDING RENDERBUFFER_BINDING SAMPLE_ALPHA_TO_COVERAGE SAMPLE_COVERAGE
    SAMPLE_COVERAGE_INVERT SAMPLE_COVERAGE_VALUE SCISSOR_BOX SCISSOR_TEST STENCIL_BACK_FAIL STENCIL_BACK_FUNC
    STENCIL_BACK_PASS_DEPTH_FAIL STENCIL_BACK_PASS_DEPTH_PASS STENCIL_BACK_REF STENCIL_BACK_VALUE_MASK
    STENCIL_BACK_WRITEMASK STENCIL_CLEAR_VALUE STENCIL_FAIL STENCIL_FUNC STENCIL_PASS_DEPTH_FAIL STENCIL_PASS_DEPTH_PASS
    STENCIL_REF STENCIL_TEST STENCIL_VALUE_MASK STENCIL_WRITEMASK TRANSFORM_FEEDBACK_ACTIVE TRANSFORM_FEEDBACK_BINDING
    TRANSFORM_FEEDBACK_BUFFER_BINDING TRANSFORM_FEEDBACK_PAUSED UNIFORM_BUFFER_BINDING UNPACK_ALIGNMENT
    UNPACK_COLORSPACE_CONVERSION_WEBGL UNPACK_FLIP_Y_WEBGL UNPACK_IMAGE_HEIGHT UNPACK_PREMULTIPLY_ALPHA_WEBGL
    UNPACK_ROW_LENGTH UNPACK_SKIP_IMAGES UNPACK_SKIP_PIXELS UNPACK_SKIP_ROWS VERTEX_ARRAY_BINDING VIEWPORT
    DRAW_BUFFER0 DRAW_BUFFER1`.split(/\s+/);
  const units = 16, points = 4, attributes = 8;
  const ofUnit = ["TEXTURE_BINDING_2D", "TEXTURE_BINDING_CUBE_MAP", "TEXTURE_BINDING_3D", "TEXTURE_BINDING_2D_ARRAY", "SAMPLER_BINDING"];
  const ofTexture = ["TEXTURE_MIN_FILTER", "TEXTURE_MAG_FILTER", "TEXTURE_WRAP_S", "TEXTURE_WRAP_T"];
  const ofAttribute = ["VERTEX_ATTRIB_ARRAY_ENABLED", "VERTEX_ATTRIB_ARRAY_SIZE", "VERTEX_ATTRIB_ARRAY_STRIDE",
    "VERTEX_ATTRIB_ARRAY_BUFFER_BINDING", "VERTEX_ATTRIB_ARRAY_DIVISOR", "CURRENT_VERTEX_ATTRIB"];

  const known = new Map(); // objects, which are compared as such
  const plain = (value) => {
    if (value === null || typeof value !== "object") return value;
    if (value.length !== undefined) return Array.from(value).join(" ");
    if (!known.has(value)) known.set(value, `${value.constructor.name} ${known.size}`);
    return known.get(value);
  };

  /** Names of states, with what they are now. Reading leaves them as they were. */
  help.readState = (gl, textures) => {
    const state = {}, put = (name, value) => { state[name] = plain(value); };
    const unit = gl.getParameter(gl.ACTIVE_TEXTURE), readBuffer = gl.getParameter(gl.READ_BUFFER);
    for (const name of numbers) put(name, gl.getParameter(gl[name]));
    put("READ_BUFFER", readBuffer);
    for (let i = 0; i < units; i++) {
      gl.activeTexture(gl.TEXTURE0 + i);
      for (const name of ofUnit) put(`${name} ${i}`, gl.getParameter(gl[name]));
    }
    gl.activeTexture(gl.TEXTURE0 + units - 1);
    const last = gl.getParameter(gl.TEXTURE_BINDING_2D);
    textures.forEach((texture, i) => {
      gl.bindTexture(gl.TEXTURE_2D, texture);
      for (const name of ofTexture) put(`texture ${i} ${name}`, gl.getTexParameter(gl.TEXTURE_2D, gl[name]));
    });
    gl.bindTexture(gl.TEXTURE_2D, last);
    gl.activeTexture(unit);
    for (let i = 0; i < points; i++) {
      for (const name of ["UNIFORM_BUFFER", "TRANSFORM_FEEDBACK_BUFFER"]) {
        for (const what of ["BINDING", "START", "SIZE"]) put(`${name}_${what} ${i}`, gl.getIndexedParameter(gl[`${name}_${what}`], i));
      }
    }
    for (let i = 0; i < attributes; i++) {
      for (const name of ofAttribute) put(`${name} ${i}`, gl.getVertexAttrib(i, gl[name]));
      put(`offset ${i}`, gl.getVertexAttribOffset(i, gl.VERTEX_ATTRIB_ARRAY_POINTER));
    }
    for (const target of ["DRAW_FRAMEBUFFER", "READ_FRAMEBUFFER"]) {
      put(`${target} colour`, gl.getFramebufferAttachmentParameter(gl[target], gl.COLOR_ATTACHMENT0, gl.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME));
    }
    put("query", gl.getQuery(gl.ANY_SAMPLES_PASSED, gl.CURRENT_QUERY));
    return state;
  };

  const makeProgram = (gl) => {
    const program = gl.createProgram(), sources = [[gl.VERTEX_SHADER, "void main() { gl_Position = vec4(0); }"],
      [gl.FRAGMENT_SHADER, "precision lowp float; out vec4 color; void main() { color = vec4(1); }"]];
    for (const [kind, source] of sources) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, `#version 300 es\n${source}`);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    return program;
  };

  const makeTexture = (gl, color) => {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 8, 8, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(256).fill(color));
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.MIRRORED_REPEAT);
    return texture;
  };

  /** Sets all to what nobody sets. Returns the textures that the host has. */
  help.makeStrange = (gl) => {
    const textures = Array.from({ length: units }, (_, i) => makeTexture(gl, 16 * i)), target = makeTexture(gl, 0);
    const buffer = (kind) => {
      const made = gl.createBuffer();
      gl.bindBuffer(kind, made);
      gl.bufferData(kind, 1024, gl.STATIC_DRAW);
      return made;
    };
    gl.bindVertexArray(gl.createVertexArray());
    for (const kind of [gl.ARRAY_BUFFER, gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, gl.PIXEL_PACK_BUFFER]) buffer(kind);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, (() => {
      const indices = gl.createBuffer();
      return indices;
    })());
    for (let i = 0; i < 3; i++) {
      gl.enableVertexAttribArray(i);
      gl.vertexAttribPointer(i, 3, gl.FLOAT, false, 24, 4 * i);
      gl.vertexAttribDivisor(i, i);
    }
    gl.vertexAttrib4f(5, 1, 2, 3, 4);
    for (let i = 0; i < points; i++) gl.bindBufferRange(gl.UNIFORM_BUFFER, i, buffer(gl.UNIFORM_BUFFER), 0, 64);
    const feedback = gl.createTransformFeedback();
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, feedback);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer(gl.UNIFORM_BUFFER));
    textures.forEach((texture, i) => {
      gl.activeTexture(gl.TEXTURE0 + i);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.bindSampler(i, gl.createSampler());
    });
    gl.activeTexture(gl.TEXTURE0 + 5);
    gl.bindTexture(gl.TEXTURE_CUBE_MAP, gl.createTexture());
    gl.bindTexture(gl.TEXTURE_3D, gl.createTexture());
    gl.useProgram(makeProgram(gl));
    gl.bindRenderbuffer(gl.RENDERBUFFER, gl.createRenderbuffer());
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH24_STENCIL8, 8, 8);
    for (const kind of [gl.READ_FRAMEBUFFER, gl.DRAW_FRAMEBUFFER]) {
      gl.bindFramebuffer(kind, gl.createFramebuffer());
      gl.framebufferTexture2D(kind, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0);
    }
    for (const name of ["BLEND", "CULL_FACE", "DEPTH_TEST", "POLYGON_OFFSET_FILL", "SAMPLE_ALPHA_TO_COVERAGE", "SAMPLE_COVERAGE",
      "SCISSOR_TEST", "STENCIL_TEST", "RASTERIZER_DISCARD"]) gl.enable(gl[name]);
    gl.disable(gl.DITHER);
    gl.blendColor(0.1, 0.2, 0.3, 0.4);
    gl.blendEquationSeparate(gl.FUNC_SUBTRACT, gl.MAX);
    gl.blendFuncSeparate(gl.DST_COLOR, gl.ONE_MINUS_DST_ALPHA, gl.CONSTANT_ALPHA, gl.SRC_ALPHA_SATURATE);
    gl.clearColor(0.5, 0.25, 0.125, 0.75);
    gl.clearDepth(0.3);
    gl.clearStencil(7);
    gl.colorMask(true, false, true, false);
    gl.cullFace(gl.FRONT_AND_BACK);
    gl.frontFace(gl.CW);
    gl.depthFunc(gl.GEQUAL);
    gl.depthMask(false);
    gl.depthRange(0.2, 0.6);
    gl.hint(gl.GENERATE_MIPMAP_HINT, gl.NICEST);
    gl.lineWidth(1);
    gl.polygonOffset(2, 3);
    gl.sampleCoverage(0.5, true);
    gl.scissor(3, 4, 5, 6);
    gl.stencilFuncSeparate(gl.FRONT, gl.LESS, 3, 0x55);
    gl.stencilFuncSeparate(gl.BACK, gl.GREATER, 3, 0x55);
    gl.stencilMaskSeparate(gl.FRONT, 0x33);
    gl.stencilMaskSeparate(gl.BACK, 0x33);
    gl.stencilOpSeparate(gl.FRONT, gl.INCR, gl.DECR, gl.INVERT);
    gl.stencilOpSeparate(gl.BACK, gl.REPLACE, gl.ZERO, gl.INCR_WRAP);
    gl.viewport(1, 2, 30, 20);
    for (const [name, value] of Object.entries({ PACK_ALIGNMENT: 8, PACK_ROW_LENGTH: 100, PACK_SKIP_PIXELS: 3, PACK_SKIP_ROWS: 2,
      UNPACK_ALIGNMENT: 2, UNPACK_ROW_LENGTH: 70, UNPACK_IMAGE_HEIGHT: 9, UNPACK_SKIP_PIXELS: 5, UNPACK_SKIP_ROWS: 6,
      UNPACK_SKIP_IMAGES: 1, UNPACK_FLIP_Y_WEBGL: true, UNPACK_PREMULTIPLY_ALPHA_WEBGL: true,
      UNPACK_COLORSPACE_CONVERSION_WEBGL: gl.NONE })) gl.pixelStorei(gl[name], value);
    return textures;
  };
}
