#include "support/gl_poison_state.h"

#include "support/fixture.h"

static const char *const vertexText = "in vec4 a_place;\nout vec4 v_caught;\nuniform float u_scale;\n"
                                      "void main() { v_caught = u_scale * a_place; gl_Position = v_caught; }\n";
static const char *const fragmentText = "in vec4 v_caught;\nout vec4 o_color;\nvoid main() { o_color = v_caught; }\n";

static void loadProcs(GlPoison *p)
{
    // As PoisonProcs has them.
    static const char *const names[] = {"glEnablei",
                                        "glDisablei",
                                        "glIsEnabledi",
                                        "glGetIntegeri_v",
                                        "glGetInteger64i_v",
                                        "glColorMaski",
                                        "glBlendFuncSeparatei",
                                        "glBlendEquationSeparatei",
                                        "glViewportIndexedf",
                                        "glScissorIndexed",
                                        "glDepthRangeIndexed",
                                        "glGetFloati_v",
                                        "glSampleMaski",
                                        "glMinSampleShading",
                                        "glPatchParameteri",
                                        "glClipControl",
                                        "glGenProgramPipelines",
                                        "glBindProgramPipeline",
                                        "glGenTransformFeedbacks",
                                        "glBindTransformFeedback"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        HeadlessProc proc = Headless_GetProcAddress(names[i]);
        memcpy((char *)&p->procs + i * sizeof proc, &proc, sizeof proc);
    }
}
_Static_assert(sizeof(PoisonProcs) == 20 * sizeof(HeadlessProc), "loadProcs has a name for each");

static void compile(GlPoison *p, GLenum stage, const char *text)
{
    const char *parts[2] = {p->es ? "#version 300 es\nprecision highp float;\n" : "#version 330 core\n", text};
    GLuint shader = p->gl.CreateShader(stage);
    p->gl.ShaderSource(shader, 2, parts, NULL);
    p->gl.CompileShader(shader);
    p->gl.AttachShader(p->program, shader);
    p->gl.DeleteShader(shader);
}

static void createProgram(GlPoison *p)
{
    const char *varying = "v_caught";
    GLint ok = 0;
    p->program = p->gl.CreateProgram();
    compile(p, GL_VERTEX_SHADER, vertexText);
    compile(p, GL_FRAGMENT_SHADER, fragmentText);
    p->gl.TransformFeedbackVaryings(p->program, 1, &varying, GL_INTERLEAVED_ATTRIBS);
    p->gl.LinkProgram(p->program);
    p->gl.GetProgramiv(p->program, GL_LINK_STATUS, &ok);
    assert_int_equal(ok, GL_TRUE);
    p->uniform = p->gl.GetUniformLocation(p->program, "u_scale");
    p->gl.UseProgram(p->program);
    p->gl.Uniform1f(p->uniform, 0.375f);
    if (GlPoison_Has(p, 41, 31)) {
        p->procs.GenProgramPipelines(1, &p->pipeline);
    }
}

static GLuint createTexture(GlPoison *p, GLenum target)
{
    GLuint texture;
    p->gl.GenTextures(1, &texture);
    p->gl.BindTexture(target, texture);
    p->gl.TexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    if (target != GL_TEXTURE_RECTANGLE) {
        p->gl.TexParameteri(target, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
        p->gl.TexParameterf(target, GL_TEXTURE_MAX_LOD, 3.5f);
    }
    return texture;
}

static GLuint createImage(GlPoison *p, int width, int height)
{
    GLuint texture = createTexture(p, GL_TEXTURE_2D);
    p->gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    p->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, GL_BLUE);
    p->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    return texture;
}

static void createTextures(GlPoison *p)
{
    const GladGLContext *gl = &p->gl;
    for (int i = 0; i < POISON_UNITS; i++) {
        p->flat[i] = createImage(p, 4 + i, 3);
    }
    p->volume = createTexture(p, GL_TEXTURE_3D);
    gl->TexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 2, 3, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    p->array = createTexture(p, GL_TEXTURE_2D_ARRAY);
    gl->TexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, 2, 3, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    p->cube = createTexture(p, GL_TEXTURE_CUBE_MAP);
    for (GLenum i = 0; i < 6; i++) {
        gl->TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    }
    if (!p->es) {
        p->line = createTexture(p, GL_TEXTURE_1D);
        p->lines = createTexture(p, GL_TEXTURE_1D_ARRAY);
        p->rectangle = createTexture(p, GL_TEXTURE_RECTANGLE);
        gl->GenTextures(1, &p->bufferTexture);
        gl->BindTexture(GL_TEXTURE_BUFFER, p->bufferTexture);
        gl->TexBuffer(GL_TEXTURE_BUFFER, GL_R32F, p->buffers[0]);
    }
    gl->GenSamplers(4, p->samplers);
    for (int i = 0; i < 4; i++) {
        gl->SamplerParameteri(p->samplers[i], GL_TEXTURE_MAG_FILTER, i % 2 == 0 ? GL_LINEAR : GL_NEAREST);
        gl->SamplerParameteri(p->samplers[i], GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    }
}

static void createFramebuffers(GlPoison *p)
{
    static const GLenum buffers[2] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    const GladGLContext *gl = &p->gl;
    gl->GenFramebuffers(1, &p->framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, p->framebuffer);
    for (int i = 0; i < 2; i++) {
        p->attachments[i] = createImage(p, POISON_WIDTH, POISON_HEIGHT);
        gl->FramebufferTexture2D(GL_FRAMEBUFFER, buffers[i], GL_TEXTURE_2D, p->attachments[i], 0);
    }
    gl->GenRenderbuffers(1, &p->depthStencil);
    gl->BindRenderbuffer(GL_RENDERBUFFER, p->depthStencil);
    gl->RenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, POISON_WIDTH, POISON_HEIGHT);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, p->depthStencil);
    gl->DrawBuffers(2, buffers);
    gl->ReadBuffer(GL_COLOR_ATTACHMENT1);
    assert_int_equal(gl->CheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    gl->GenFramebuffers(1, &p->readFramebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, p->readFramebuffer);
    p->readAttachment = createImage(p, 5, 6);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, buffers[0], GL_TEXTURE_2D, p->readAttachment, 0);
}

GlPoison *GlPoison_Create(const GladGLContext *gl)
{
    GlPoison *p = Fixture_Alloc(sizeof *p);
    GLint major = 0, minor = 0;
    p->gl = *gl;
    gl->GetIntegerv(GL_MAJOR_VERSION, &major);
    gl->GetIntegerv(GL_MINOR_VERSION, &minor);
    p->version = 10 * major + minor;
    p->es = strncmp((const char *)gl->GetString(GL_VERSION), "OpenGL ES", 9) == 0;
    loadProcs(p);
    createProgram(p);
    gl->GenBuffers(POISON_BUFFERS, p->buffers);
    for (int i = 0; i < POISON_BUFFERS; i++) {
        gl->BindBuffer(GL_COPY_WRITE_BUFFER, p->buffers[i]);
        gl->BufferData(GL_COPY_WRITE_BUFFER, 65536, NULL, GL_STREAM_READ);
    }
    gl->GenVertexArrays(1, &p->vertexArray);
    if (GlPoison_Has(p, 40, 30)) {
        p->procs.GenTransformFeedbacks(1, &p->transformFeedback);
    }
    createTextures(p);
    createFramebuffers(p);
    GlPoison_FillFramebuffer(p);
    return p;
}

static void applyVertexArray(GlPoison *p)
{
    const GladGLContext *gl = &p->gl;
    gl->BindVertexArray(p->vertexArray);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, p->buffers[1]);
    gl->BindBuffer(GL_ARRAY_BUFFER, p->buffers[2]);
    gl->EnableVertexAttribArray(0);
    gl->VertexAttribPointer(0, 4, GL_UNSIGNED_BYTE, GL_TRUE, 12, (const void *)(uintptr_t)16);
    gl->VertexAttribDivisor(0, 3);
    gl->EnableVertexAttribArray(3);
    gl->VertexAttribIPointer(3, 2, GL_SHORT, 8, (const void *)(uintptr_t)4);
    gl->VertexAttrib4f(1, 0.5f, -2.0f, 3.0f, 4.0f);
    gl->VertexAttrib4f(5, 1.5f, 2.5f, 3.5f, -4.5f);
}

static void applyBuffers(GlPoison *p)
{
    const GladGLContext *gl = &p->gl;
    if (GlPoison_Has(p, 40, 30)) {
        p->procs.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, p->transformFeedback);
    }
    gl->BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, p->buffers[3]);
    for (GLuint i = 0; i < 4; i++) {
        gl->BindBufferRange(GL_UNIFORM_BUFFER, i, p->buffers[4 + i], 256 * (GLintptr)i, 1024);
    }
    const struct {
        GLenum target;
        int gl, es;
    } targets[] = {
        {GL_ARRAY_BUFFER, 33, 30},          {GL_UNIFORM_BUFFER, 33, 30},
        {GL_COPY_READ_BUFFER, 33, 30},      {GL_COPY_WRITE_BUFFER, 33, 30},
        {GL_PIXEL_PACK_BUFFER, 33, 30},     {GL_PIXEL_UNPACK_BUFFER, 33, 30},
        {GL_TEXTURE_BUFFER, 33, 32},        {GL_DRAW_INDIRECT_BUFFER, 40, 31},
        {GL_ATOMIC_COUNTER_BUFFER, 42, 31}, {GL_DISPATCH_INDIRECT_BUFFER, 43, 31},
        {GL_SHADER_STORAGE_BUFFER, 43, 31},
    };
    for (int i = 0; i < ROWS(targets); i++) {
        if (GlPoison_Has(p, targets[i].gl, targets[i].es)) {
            gl->BindBuffer(targets[i].target, p->buffers[i + 4]);
        }
    }
}

static void applyTextures(GlPoison *p)
{
    const GladGLContext *gl = &p->gl;
    for (GLuint i = 0; i < POISON_UNITS; i++) {
        gl->ActiveTexture(GL_TEXTURE0 + i);
        gl->BindTexture(GL_TEXTURE_2D, p->flat[i]);
        gl->BindTexture(GL_TEXTURE_3D, i % 3 != 2 ? p->volume : 0);
        gl->BindTexture(GL_TEXTURE_CUBE_MAP, i % 3 != 1 ? p->cube : 0);
        gl->BindTexture(GL_TEXTURE_2D_ARRAY, i % 4 != 3 ? p->array : 0);
        if (!p->es) {
            gl->BindTexture(GL_TEXTURE_1D, i % 5 != 4 ? p->line : 0);
            gl->BindTexture(GL_TEXTURE_1D_ARRAY, i % 5 != 3 ? p->lines : 0);
            gl->BindTexture(GL_TEXTURE_RECTANGLE, i % 5 != 2 ? p->rectangle : 0);
            gl->BindTexture(GL_TEXTURE_BUFFER, i % 5 != 1 ? p->bufferTexture : 0);
        }
        gl->BindSampler(i, i % 5 != 4 ? p->samplers[i % 4] : 0);
    }
    gl->ActiveTexture(GL_TEXTURE0 + 5);
}

static void applyBlend(GlPoison *p)
{
    const GladGLContext *gl = &p->gl;
    GLint buffers = 0;
    gl->BlendColor(0.125f, 0.25f, 0.375f, 0.5f);
    gl->BlendFuncSeparate(GL_DST_COLOR, GL_SRC_ALPHA, GL_ONE_MINUS_DST_ALPHA, GL_CONSTANT_COLOR);
    gl->BlendEquationSeparate(GL_FUNC_REVERSE_SUBTRACT, GL_MAX);
    gl->ColorMask(GL_TRUE, GL_FALSE, GL_FALSE, GL_TRUE);
    gl->GetIntegerv(GL_MAX_DRAW_BUFFERS, &buffers);
    for (GLuint i = 0; i < (GLuint)buffers && GlPoison_Has(p, 33, 32); i++) {
        p->procs.ColorMaski(i, i % 2 == 0, i % 3 == 0, i % 3 == 1, i % 2 == 1);
        (i % 3 == 1 ? p->procs.Disablei : p->procs.Enablei)(GL_BLEND, i);
    }
    for (GLuint i = 0; i < (GLuint)buffers && GlPoison_Has(p, 40, 32); i++) {
        p->procs.BlendFuncSeparatei(i, GL_ONE, i % 2 == 0 ? GL_ONE : GL_ZERO, GL_SRC_ALPHA, GL_DST_ALPHA);
        p->procs.BlendEquationSeparatei(i, i % 2 == 0 ? GL_MIN : GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT);
    }
}

static void applyTests(GlPoison *p)
{
    const GladGLContext *gl = &p->gl;
    gl->DepthFunc(GL_NEVER);
    gl->DepthMask(GL_TRUE);
    gl->ClearDepthf != NULL ? gl->ClearDepthf(0.25f) : gl->ClearDepth(0.25);
    gl->DepthRangef != NULL ? gl->DepthRangef(0.25f, 0.5f) : gl->DepthRange(0.25, 0.5);
    gl->StencilFuncSeparate(GL_FRONT, GL_NEVER, 3, 0x0f);
    gl->StencilFuncSeparate(GL_BACK, GL_EQUAL, 5, 0xf0);
    gl->StencilOpSeparate(GL_FRONT, GL_INCR, GL_DECR, GL_INVERT);
    gl->StencilOpSeparate(GL_BACK, GL_ZERO, GL_REPLACE, GL_INCR_WRAP);
    gl->StencilMaskSeparate(GL_FRONT, 0x3f);
    gl->StencilMaskSeparate(GL_BACK, 0xcf);
    gl->ClearStencil(9);
    gl->SampleCoverage(0.25f, GL_TRUE);
    if (GlPoison_Has(p, 33, 31)) {
        p->procs.SampleMaski(0, 0x0a);
    }
    if (GlPoison_Has(p, 40, 32)) {
        p->procs.MinSampleShading(0.75f);
    }
}

static void applyRaster(GlPoison *p)
{
    const GladGLContext *gl = &p->gl;
    gl->CullFace(GL_FRONT_AND_BACK);
    gl->FrontFace(GL_CW);
    gl->PolygonOffset(1.5f, -2.5f);
    gl->LineWidth(0.5f); // wide lines are refused by some contexts
    gl->ClearColor(0.1f, 0.2f, 0.3f, 0.4f);
    gl->Hint(GL_FRAGMENT_SHADER_DERIVATIVE_HINT, GL_NICEST);
    if (p->es) {
        gl->Hint(GL_GENERATE_MIPMAP_HINT, GL_FASTEST);
    } else {
        gl->PolygonMode(GL_FRONT_AND_BACK, GL_LINE);
        gl->LogicOp(GL_XOR);
        gl->PointSize(3.0f);
        gl->PointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, 2.0f);
        gl->PointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT);
        gl->PrimitiveRestartIndex(1);
        gl->ProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
        gl->ClampColor(GL_CLAMP_READ_COLOR, GL_TRUE);
        gl->Hint(GL_LINE_SMOOTH_HINT, GL_FASTEST);
        gl->Hint(GL_POLYGON_SMOOTH_HINT, GL_NICEST);
        gl->Hint(GL_TEXTURE_COMPRESSION_HINT, GL_FASTEST);
    }
    if (GlPoison_Has(p, 40, 32)) {
        p->procs.PatchParameteri(GL_PATCH_VERTICES, 7);
    }
    if (GlPoison_Has(p, 45, 0)) {
        p->procs.ClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
    }
}

static void applyPixelStore(GlPoison *p)
{
    static const struct {
        GLenum name;
        GLint value;
        bool es;
    } values[] = {
        {GL_PACK_ALIGNMENT, 8, true},     {GL_PACK_ROW_LENGTH, 77, true},    {GL_PACK_SKIP_ROWS, 3, true},
        {GL_PACK_SKIP_PIXELS, 5, true},   {GL_PACK_SKIP_IMAGES, 2, false},   {GL_PACK_IMAGE_HEIGHT, 6, false},
        {GL_PACK_SWAP_BYTES, 1, false},   {GL_PACK_LSB_FIRST, 1, false},     {GL_UNPACK_ALIGNMENT, 2, true},
        {GL_UNPACK_ROW_LENGTH, 99, true}, {GL_UNPACK_SKIP_ROWS, 7, true},    {GL_UNPACK_SKIP_PIXELS, 9, true},
        {GL_UNPACK_SKIP_IMAGES, 1, true}, {GL_UNPACK_IMAGE_HEIGHT, 8, true}, {GL_UNPACK_SWAP_BYTES, 1, false},
        {GL_UNPACK_LSB_FIRST, 1, false},
    };
    for (int i = 0; i < ROWS(values); i++) {
        if (!p->es || values[i].es) {
            p->gl.PixelStorei(values[i].name, values[i].value);
        }
    }
}

static void applyViewports(GlPoison *p)
{
    static const GLint v[4] = POISON_VIEWPORT, s[4] = POISON_SCISSOR;
    p->gl.Viewport(v[0], v[1], v[2], v[3]);
    p->gl.Scissor(s[0], s[1], s[2], s[3]);
    for (GLuint i = 1; i < POISON_VIEWPORTS && GlPoison_Has(p, 41, 0); i++) {
        p->procs.ViewportIndexedf(i, 0.5f + (float)i, 1.25f, 10.5f, 11.0f + (float)i);
        p->procs.ScissorIndexed(i, (GLint)i, 2, 3, 4);
        p->procs.DepthRangeIndexed(i, 0.125, 0.25 + 0.03125 * i);
        (i % 2 == 0 ? p->procs.Enablei : p->procs.Disablei)(GL_SCISSOR_TEST, i);
    }
}

void GlPoison_Apply(GlPoison *p)
{
    const GladGLContext *gl = &p->gl;
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, p->framebuffer);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, p->readFramebuffer);
    gl->BindRenderbuffer(GL_RENDERBUFFER, p->depthStencil);
    gl->UseProgram(p->program);
    if (GlPoison_Has(p, 41, 31)) {
        p->procs.BindProgramPipeline(p->pipeline);
    }
    applyVertexArray(p);
    applyBuffers(p);
    applyTextures(p);
    for (int i = 0; i < ROWS(enableRows); i++) {
        if (GlPoison_Has(p, enableRows[i].gl, enableRows[i].es)) {
            (enableRows[i].count > 0 ? gl->Enable : gl->Disable)(enableRows[i].name);
        }
    }
    applyBlend(p);
    applyTests(p);
    applyRaster(p);
    applyPixelStore(p);
    applyViewports(p);
    assert_int_equal(gl->GetError(), GL_NO_ERROR);
}

unsigned char GlPoison_FilledByte(int attachment, int channel)
{
    return (unsigned char)(51 * (1 + ((attachment + channel) & 3)));
}

// State in which clearing and reading do what they say; GlPoison_Apply undoes it.
static void makePlain(GlPoison *p)
{
    const GladGLContext *gl = &p->gl;
    gl->Disable(GL_SCISSOR_TEST);
    gl->Disable(GL_RASTERIZER_DISCARD);
    gl->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    gl->BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    gl->PixelStorei(GL_PACK_ALIGNMENT, 1);
    gl->PixelStorei(GL_PACK_ROW_LENGTH, 0);
    gl->PixelStorei(GL_PACK_SKIP_ROWS, 0);
    gl->PixelStorei(GL_PACK_SKIP_PIXELS, 0);
    if (!p->es) {
        gl->PixelStorei(GL_PACK_SWAP_BYTES, 0);
        gl->Disable(GL_FRAMEBUFFER_SRGB);
    }
    gl->StencilMask(0xff);
    gl->BindFramebuffer(GL_FRAMEBUFFER, p->framebuffer);
}

void GlPoison_FillFramebuffer(GlPoison *p)
{
    makePlain(p);
    p->gl.DepthMask(GL_TRUE);
    p->gl.ClearBufferfi(GL_DEPTH_STENCIL, 0, 0.625f, 17);
    for (int i = 0; i < 2; i++) {
        float color[4];
        for (int c = 0; c < 4; c++) {
            color[c] = (float)GlPoison_FilledByte(i, c) / 255.0f;
        }
        p->gl.ClearBufferfv(GL_COLOR, i, color);
    }
    GlPoison_Apply(p);
}

void GlPoison_ReadFramebuffer(GlPoison *p, int attachment, unsigned char *pixels)
{
    makePlain(p);
    p->gl.ReadBuffer(GL_COLOR_ATTACHMENT0 + (GLenum)attachment);
    p->gl.ReadPixels(0, 0, POISON_WIDTH, POISON_HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    p->gl.ReadBuffer(GL_COLOR_ATTACHMENT1);
    GlPoison_Apply(p);
}

void GlPoison_ExpectUntouched(GlPoison *p, int attachment)
{
    unsigned char pixels[POISON_HEIGHT][POISON_WIDTH][4];
    GlPoison_ReadFramebuffer(p, attachment, &pixels[0][0][0]);
    for (int y = 0; y < POISON_HEIGHT; y++) {
        for (int x = 0; x < POISON_WIDTH; x++) {
            for (int c = 0; c < 4; c++) {
                fail_if(pixels[y][x][c] != GlPoison_FilledByte(attachment, c),
                        "attachment %d of the host's was written at %d, %d", attachment, x, y);
            }
        }
    }
}

void GlPoison_ExpectDepthUntouched(GlPoison *p)
{
    static float depth[POISON_WIDTH * POISON_HEIGHT];
    if (p->es) {
        return; // OpenGL ES reads no depth
    }
    makePlain(p);
    p->gl.ReadPixels(0, 0, POISON_WIDTH, POISON_HEIGHT, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
    for (int i = 0; i < POISON_WIDTH * POISON_HEIGHT; i++) {
        assert_true(depth[i] > 0.6249f && depth[i] < 0.6251f);
    }
    GlPoison_Apply(p);
}
