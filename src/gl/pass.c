#include "gl/pass.h"

#include "shared.h"

#define ANY_SAMPLER 0 // the `type` for findInput that accepts samplers of all types

static const GLfloat farthest = 1.0f;

// For each gfBlend the factors of the drawn colour and of the target's colour, as for glBlendFunc.
static const GLenum blendFactors[][2] = {
    [GF_BLEND_STRAIGHT] = {GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA},
    [GF_BLEND_PREMULTIPLIED] = {GL_ONE, GL_ONE_MINUS_SRC_ALPHA},
    [GF_BLEND_MULTIPLY] = {GL_ZERO, GL_SRC_COLOR},
    [GF_BLEND_ADD] = {GL_ONE, GL_ONE},
};

static void useProgram(gfDevice *device, const gfPass *pass, const gfProgram *program)
{
    gfBindings *b = &device->bindings;
    GLuint vertexArray = device->vertexArray;
    if (pass->geometry.kind == GF_GEOMETRY_MESH) {
        vertexArray = pass->geometry.mesh->vertexArray;
    }
    if (b->program != program->id) {
        device->gl.fn.UseProgram(program->id);
        b->program = program->id;
    }
    if (b->vertexArray != vertexArray) {
        device->gl.fn.BindVertexArray(vertexArray);
        b->vertexArray = vertexArray;
    }
}

// Places in gfProgram.hints of gfPass.inputs, gfPass.uniforms, and uniforms of common/cover.vert that are set here.
enum {
    PLACE_UNIFORMS = GF_PASS_INPUTS,
    PLACE_TILES = PLACE_UNIFORMS + GF_PASS_UNIFORMS,
    PLACE_LIST,
    PLACE_ATLAS,
    PLACE_PART_COUNT,
    PLACE_PARTS,
    PLACE_TILE_TEXELS,
    PLACE_TILE_VERTICES,
    PLACE_TILE_GROUP,
    PLACE_LISTED,
    PLACE_REGION,
    PLACES
};
_Static_assert(GF_ATTACHMENTS_MAX <= GF_PASS_BUFFERS, "state of draw buffers that passes change is kept");
_Static_assert(PLACES <= GF_PROGRAM_HINTS, "a program has no hints for some places");

#ifdef NDEBUG
#define CHECK_TYPE(device, program, input, wanted) ((void)(device), (void)(program), (void)(input), (void)(wanted))
#else
#define CHECK_TYPE checkType

// Reports an error, only without NDEBUG, if a pass gives a uniform another type than the shader declares.
static void checkType(gfDevice *device, const gfProgram *program, const gfShaderInput *input, GLenum wanted)
{
    if (input != NULL && (wanted == ANY_SAMPLER ? input->unit < 0 : input->type != wanted)) {
        gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_SHADER,
                 "shader '%s' has u_%s as GL type 0x%x, and 0x%x is given", program->file, input->name, input->type,
                 wanted);
        device->failedPasses++;
    }
}
#endif

// Returns a program's uniform by its name, which must be a string literal. If the last call for `place` gave the same
// literal, no names are compared. Null: the program has no such uniform.
static gfShaderInput *findInput(gfDevice *device, const gfProgram *program, int place, const char *name, GLenum type)
{
    gfInputHint *hint = &program->hints[place];
    if (hint->literal != name) {
        hint->literal = name;
        hint->input = gfShaderInputs_Find(program, name);
        CHECK_TYPE(device, program, hint->input, type);
    }
    return hint->input;
}

static void bindInput(gfDevice *device, const gfProgram *program, int place, const gfInput *input)
{
    const gfShaderInput *found = findInput(device, program, place, input->name, ANY_SAMPLER);
    if (found != NULL && found->unit >= 0) {
        gfDevice_BindTexture(device, found->unit, input->texture, device->samplers[input->sampler]);
    }
}

static void bindInputs(gfDevice *device, const gfPass *pass, const gfProgram *program)
{
    for (int i = 0; i < GF_PASS_INPUTS && pass->inputs[i].name != NULL; i++) {
        bindInput(device, program, i, &pass->inputs[i]);
    }
    if (pass->geometry.kind == GF_GEOMETRY_TILES) {
        bindInput(device, program, PLACE_TILES, &(gfInput)GF_IN(tiles, pass->geometry.tiles->id));
    }
    // Without records u_list gets texture 0: WebGL draws nothing if a float sampler's unit has an integer texture.
    if (pass->geometry.kind == GF_GEOMETRY_LIST) {
        const gfTexture *records = pass->geometry.list->records;
        bindInput(device, program, PLACE_LIST, &(gfInput)GF_IN(list, records != NULL ? records->id : 0));
    }
}

// Remembers the value of a uniform that is about to be set. False: the program has this value already.
static bool keepUniform(gfShaderInput *input, const void *data, size_t size)
{
    if (size == 0 || size > sizeof input->kept) {
        return true;
    }
    if (input->keptSize == size && memcmp(input->kept, data, size) == 0) {
        return false;
    }
    input->keptSize = (uint8_t)size;
    memcpy(input->kept, data, size);
    return true;
}

static void setUniform(gfDevice *device, const gfProgram *program, int place, const gfUniform *u)
{
    static const struct {
        size_t size;
        GLenum type;
    } kinds[] = {[GF_FLOATS] = {4, GL_FLOAT},      [GF_VEC2S] = {8, GL_FLOAT_VEC2}, [GF_VEC4S] = {16, GL_FLOAT_VEC4},
                 [GF_MAT4S] = {64, GL_FLOAT_MAT4}, [GF_INTS] = {4, GL_INT},         [GF_IVEC2S] = {8, GL_INT_VEC2},
                 [GF_IVEC4S] = {16, GL_INT_VEC4}};
    const GladGLContext *fn = &device->gl.fn;
    gfShaderInput *input = findInput(device, program, place, u->name, kinds[u->kind].type);
    // A count of 0 is skipped, as Emscripten's glUniform...v would copy its whole memory then.
    if (input == NULL || u->count == 0 || !keepUniform(input, u->data, kinds[u->kind].size * (size_t)u->count)) {
        return;
    }
    GLint location = input->location;
    switch (u->kind) {
    case GF_FLOATS:
        fn->Uniform1fv(location, u->count, u->data);
        break;
    case GF_VEC2S:
        fn->Uniform2fv(location, u->count, u->data);
        break;
    case GF_VEC4S:
        fn->Uniform4fv(location, u->count, u->data);
        break;
    case GF_MAT4S:
        fn->UniformMatrix4fv(location, u->count, GL_FALSE, u->data);
        break;
    case GF_INTS:
        fn->Uniform1iv(location, u->count, u->data);
        break;
    case GF_IVEC2S:
        fn->Uniform2iv(location, u->count, u->data);
        break;
    case GF_IVEC4S:
        fn->Uniform4iv(location, u->count, u->data);
        break;
    }
}

// Sets uniforms of shaders/common/cover.vert for a pass to an atlas: its layout, and which parts of it are drawn.
static void setAtlas(gfDevice *device, const gfPass *pass, const gfProgram *program)
{
    const gfTexture *t = pass->writes[0];
    setUniform(device, program, PLACE_ATLAS,
               &(gfUniform)GF_F4(atlas, (GLfloat)t->atlas.columns, (GLfloat)t->atlas.rows, (GLfloat)t->width,
                                 (GLfloat)t->height));
    const gfRegion whole = {0, 0, t->width, t->height}, *r = pass->region != NULL ? pass->region : &whole;
    setUniform(device, program, PLACE_REGION, &(gfUniform)GF_I4(region, r->x, r->y, r->x + r->width, r->y + r->height));
    setUniform(device, program, PLACE_PART_COUNT, &(gfUniform)GF_I1(partCount, pass->partCount));
    if (pass->geometry.kind == GF_GEOMETRY_TILES) {
        setUniform(device, program, PLACE_TILE_TEXELS, &(gfUniform)GF_F1(tileTexels, (GLfloat)pass->geometry.texels));
    }
    if (pass->partCount > 0) {
        setUniform(device, program, PLACE_PARTS, &(gfUniform)GF_I4V(parts, 2 * pass->partCount, pass->parts));
    }
}

static void setUniforms(gfDevice *device, const gfPass *pass, const gfProgram *program)
{
    for (int i = 0; i < GF_PASS_UNIFORMS && pass->uniforms[i].name != NULL; i++) {
        setUniform(device, program, PLACE_UNIFORMS + i, &pass->uniforms[i]);
    }
}

// Draws `count` squares of `texels` a side, as points or triangles (gfGeometryKind). The vertex stage places them.
static void drawSquares(gfDevice *device, const gfProgram *program, int count, int texels)
{
    bool points = texels <= device->gl.maxPointSize;
    setUniform(device, program, PLACE_TILE_TEXELS, &(gfUniform)GF_F1(tileTexels, (GLfloat)texels));
    setUniform(device, program, PLACE_TILE_VERTICES, &(gfUniform)GF_I1(tileVertices, points ? 1 : 6));
    device->gl.fn.DrawArrays(points ? GL_POINTS : GL_TRIANGLES, 0, count * (points ? 1 : 6));
}

// Draws a pass with GF_GEOMETRY_TILES: the vertex stage drops the tiles that gfGeometry.tiles does not ask for. The
// viewport is set to a whole number of tiles, and so may reach beyond the written texture.
static void drawPassTiles(gfDevice *device, const gfGeometry *g, const gfProgram *program)
{
    int group = gfMax(g->group, 1);
    int columns = (g->tiles->width + group - 1) / group, rows = (g->tiles->height + group - 1) / group;
    gfDevice_SetViewport(device, g->origin[0], g->origin[1], columns * g->texels, rows * g->texels);
    setUniform(device, program, PLACE_TILE_GROUP, &(gfUniform)GF_I1(tileGroup, group));
    drawSquares(device, program, columns * rows, g->texels);
}

static void drawListedTiles(gfDevice *device, const gfGeometry *g, const gfProgram *program)
{
    const gfTileList *l = g->list;
    const gfUniform listed = GF_I4(listed, l->first, l->records == NULL ? l->columns : 0, l->columns, l->rows);
    setUniform(device, program, PLACE_LISTED, &listed);
    gfDevice_SetViewport(device, 0, 0, l->columns * g->texels, l->rows * g->texels);
    drawSquares(device, program, l->count, g->texels);
}

static GLuint getPassFramebuffer(gfDevice *device, const gfPass *pass, int count, int part)
{
    return pass->stencil != NULL ? gfFramebuffer_Get(device, pass->writes[0], pass->stencil->renderbuffer)
                                 : gfFramebuffer_GetPart(device, pass->writes, count, part, pass->depth);
}

static bool makeFramebuffers(gfDevice *device, const gfPass *pass, int count)
{
    for (int part = 0; count > 0 && part < gfFramebuffer_CountParts(device, count); part++) {
        GF_TRY(getPassFramebuffer(device, pass, count, part) != 0);
    }
    return true;
}

// Prepares a draw into the textures of a pass: binds the framebuffer, clears the depth, sets viewport and scissor.
// `part`: which of the written textures is drawn to, where the context can't draw to all at once; else 0.
static bool bindFramebuffer(gfDevice *device, const gfPass *pass, int count, int part)
{
    GLuint framebuffer = getPassFramebuffer(device, pass, count, part);
    GF_TRY(framebuffer != 0);
    const gfTexture *written = pass->writes[0];
    gfDevice_BindFramebuffer(device, GL_FRAMEBUFFER, framebuffer);
    if (pass->clearsDepth && part == 0) {
        gfDevice_SetScissor(device, NULL);
        device->gl.fn.ClearBufferfv(GL_DEPTH, 0, &farthest);
    }
    bool tiled = pass->geometry.kind == GF_GEOMETRY_TILES || pass->geometry.kind == GF_GEOMETRY_LIST;
    if (!tiled || written->atlas.count > 0) { // else drawPassTiles or drawListedTiles sets the viewport
        gfDevice_SetViewport(device, 0, 0, gfTexture_FullWidth(written), gfTexture_FullHeight(written));
    }
    gfDevice_SetScissor(device, written->atlas.count > 0 ? NULL : pass->region);
    return true;
}

static int countAtlasParts(const gfPass *pass)
{
    if (pass->geometry.kind == GF_GEOMETRY_TILES) {
        return gfTexture_FullWidth(pass->geometry.tiles) * gfTexture_FullHeight(pass->geometry.tiles);
    }
    return pass->partCount > 0 ? pass->partCount : pass->writes[0]->atlas.count;
}

static void drawGeometry(gfDevice *device, const gfGeometry *g, const gfProgram *program)
{
    const GladGLContext *fn = &device->gl.fn;
    switch (g->kind) {
    case GF_GEOMETRY_STAGE:
        fn->DrawArrays(GL_TRIANGLE_STRIP, 0, program->vertexCount);
        break;
    case GF_GEOMETRY_TILES:
        drawPassTiles(device, g, program);
        break;
    case GF_GEOMETRY_LIST:
        drawListedTiles(device, g, program);
        break;
    case GF_GEOMETRY_SQUARES:
        drawSquares(device, program, g->count, g->texels);
        break;
    case GF_GEOMETRY_POINTS:
        fn->DrawArrays(GL_POINTS, 0, g->count);
        break;
    case GF_GEOMETRY_TRIANGLES:
        fn->DrawArrays(GL_TRIANGLES, 0, 3 * g->count);
        break;
    case GF_GEOMETRY_MESH:
        fn->DrawElements(GL_TRIANGLES, (GLsizei)g->mesh->indexCount, GL_UNSIGNED_INT, NULL);
        break;
    }
}

static void drawPass(gfDevice *device, const gfPass *pass, const gfProgram *program)
{
    gfTimers_BeginPass(device, pass->label);
    if (pass->writes[0] != NULL && pass->writes[0]->atlas.count > 0) {
        setAtlas(device, pass, program);
        device->gl.fn.DrawArrays(GL_TRIANGLES, 0, 6 * countAtlasParts(pass));
    } else {
        drawGeometry(device, &pass->geometry, program);
    }
    gfTimers_EndPass(device);
}

static void drawToHost(gfDevice *device, const gfPass *pass, const gfProgram *program)
{
    GLenum buffers[GF_DRAW_BUFFERS_SAVED];
    double range[2] = {0.0, 1.0};
    gfDevice_UseHostState(device, GF_HOST_BUFFERS);
    int count = gfHostState_OnlyFirstBuffer(&device->gl, buffers);
    if (device->hostDepth != NULL) {
        gfDevice_UseHostState(device, GF_HOST_DEPTH);
        gfHostState_BeginDepth(&device->gl, device->hostDepth, range);
    }
    drawPass(device, pass, program);
    if (device->hostDepth != NULL) {
        gfHostState_EndDepth(&device->gl, range);
    }
    gfHostState_AllBuffers(&device->gl, buffers, count);
}

bool gfPass_Run(gfDevice *device, const gfPass *pass)
{
    if (pass->geometry.kind == GF_GEOMETRY_LIST && pass->geometry.list->count == 0 &&
        device->dryRun == GF_DRY_RUN_NONE) {
        return true;
    }
    const gfProgram *program = gfProgram_Find(device, &pass->shader);
    if (program == NULL) {
        device->failedPasses++;
        return false;
    }
    int count = 0;
    while (count < GF_ATTACHMENTS_MAX && pass->writes[count] != NULL) {
        count++;
    }
    if (device->dryRun != GF_DRY_RUN_NONE) {
        return makeFramebuffers(device, pass, count);
    }
    if (pass->inPlace) {
        device->gl.textureBarrier();
    }
    useProgram(device, pass, program);
    bindInputs(device, pass, program);
    setUniforms(device, pass, program);
    if (pass->blend != GF_BLEND_NONE) {
        gfDevice_UseHostState(device, GF_HOST_BLENDING);
        gfHostState_SetBlend(&device->gl, true, blendFactors[pass->blend][0], blendFactors[pass->blend][1]);
    }
    if (pass->depth != NULL) {
        gfDevice_UseHostState(device, GF_HOST_DEPTH);
        gfHostState_SetEnabled(&device->gl, GL_DEPTH_TEST, true);
    }
    bool ok = true;
    if (count == 0) {
        drawToHost(device, pass, program);
    }
    for (int part = 0; ok && count > 0 && part < gfFramebuffer_CountParts(device, count); part++) {
        ok = bindFramebuffer(device, pass, count, part);
        if (ok && pass->stencil != NULL) {
            gfDevice_SetStencil(device, &pass->stencilRule);
            drawPass(device, pass, program);
            gfDevice_SetStencil(device, NULL);
        } else if (ok) {
            drawPass(device, pass, program);
        }
    }
    if (pass->blend != GF_BLEND_NONE) {
        gfHostState_SetBlend(&device->gl, false, GL_ONE, GL_ZERO);
    }
    if (pass->depth != NULL) {
        gfHostState_SetEnabled(&device->gl, GL_DEPTH_TEST, false);
    }
    device->failedPasses += ok ? 0 : 1;
    return ok;
}

// --- meshes ----------------------------------------------------------------------------------------------------------

static size_t meshBytes(const gfMesh *mesh)
{
    return (size_t)mesh->vertexCount * 3 * sizeof(float) + (size_t)mesh->indexCount * sizeof(uint32_t);
}

static bool checkMesh(const gfCore *core, const gfMeshData *data, const char *caller)
{
    GF_REQUIRE(core, data != NULL && data->positions != NULL && data->indices != NULL, NULL_ARGUMENT,
               "%s: positions or indices are null", caller);
    GF_REQUIRE(core, gfInRange(data->vertexCount, 3, GF_MESH_VERTICES_MAX), OUT_OF_RANGE,
               "%s: %d vertices; 3 to %d are expected", caller, data->vertexCount, GF_MESH_VERTICES_MAX);
    GF_REQUIRE(core, data->indexCount >= 3 && data->indexCount % 3 == 0, OUT_OF_RANGE,
               "%s: %d indices; three for each triangle are expected", caller, data->indexCount);
    for (int i = 0; i < data->indexCount; i++) {
        GF_REQUIRE(core, data->indices[i] < (uint32_t)data->vertexCount, OUT_OF_RANGE,
                   "%s: index %d is %u, and there are %d vertices", caller, i, (unsigned)data->indices[i],
                   data->vertexCount);
    }
    for (int i = 0; i < 3 * data->vertexCount; i++) {
        GF_REQUIRE(core, gfInRange((double)data->positions[i], -1e6, 1e6), OUT_OF_RANGE,
                   "%s: coordinate %c of vertex %d is %g; within +-1e6 m is expected", caller, "xyz"[i % 3], i / 3,
                   (double)data->positions[i]);
    }
    return true;
}

bool gfMesh_Create(gfDevice *device, gfMesh *mesh, const gfMeshData *data, const char *caller)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint hostsBuffer = 0;
    memset(mesh, 0, sizeof *mesh);
    GF_TRY(checkMesh(&device->core, data, caller));
    mesh->vertexCount = data->vertexCount;
    mesh->indexCount = data->indexCount;
    gfDevice_DropHostErrors(device);
    fn->GetIntegerv(GL_ARRAY_BUFFER_BINDING, &hostsBuffer); // not in gfHostState, as nothing else changes it
    fn->GenVertexArrays(1, &mesh->vertexArray);
    fn->GenBuffers(1, &mesh->vertices);
    fn->GenBuffers(1, &mesh->indices);
    gfDevice_ForgetBindings(device);
    fn->BindVertexArray(mesh->vertexArray);
    fn->BindBuffer(GL_ARRAY_BUFFER, mesh->vertices);
    fn->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(mesh->vertexCount * 3) * (GLsizeiptr)sizeof(float), data->positions,
                   GL_STATIC_DRAW);
    fn->VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    fn->EnableVertexAttribArray(0);
    fn->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->indices);
    fn->BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)mesh->indexCount * (GLsizeiptr)sizeof(uint32_t), data->indices,
                   GL_STATIC_DRAW);
    gfLabel_Set(device, GF_LABEL_VERTEX_ARRAY, mesh->vertexArray, "mesh", NULL);
    gfLabel_Set(device, GF_LABEL_BUFFER, mesh->vertices, "mesh", "vertices");
    gfLabel_Set(device, GF_LABEL_BUFFER, mesh->indices, "mesh", "indices");
    fn->BindVertexArray(device->vertexArray);
    fn->BindBuffer(GL_ARRAY_BUFFER, (GLuint)hostsBuffer);
    device->counts.buffers += 2;
    device->counts.gpuBytes += meshBytes(mesh);
    if (!gfDevice_CheckGL(device, "making a mesh")) {
        gfMesh_Destroy(device, mesh);
        return false;
    }
    return true;
}

void gfMesh_Destroy(gfDevice *device, gfMesh *mesh)
{
    if (mesh->vertexArray != 0) {
        if (!device->lost) {
            device->gl.fn.DeleteVertexArrays(1, &mesh->vertexArray);
            device->gl.fn.DeleteBuffers(1, &mesh->vertices);
            device->gl.fn.DeleteBuffers(1, &mesh->indices);
        }
        device->counts.buffers -= 2;
        device->counts.gpuBytes -= meshBytes(mesh);
    }
    memset(mesh, 0, sizeof *mesh);
}

// --- pyramids --------------------------------------------------------------------------------------------------------

bool gfPyramid_Create(gfDevice *device, gfPyramid *p, const gfPyramidShape *shape, int width, int height)
{
    memset(p, 0, sizeof *p);
    do {
        int step = p->levels == 0 ? shape->firstStep : shape->step;
        width = (width + step - 1) / step;
        height = (height + step - 1) / step;
        if (p->levels > 0 && gfMin(width, height) < shape->least) {
            break;
        }
        if (!gfTexture_CreateNamed(device, &p->texture[p->levels], shape->format, width, height, "pyramid")) {
            gfPyramid_Destroy(device, p);
            return false;
        }
        p->levels++;
    } while (p->levels < GF_PYRAMID_LEVELS && (shape->least > 0 || width > 1 || height > 1));
    return true;
}

void gfPyramid_Destroy(gfDevice *device, gfPyramid *p)
{
    for (int i = 0; i < p->levels; i++) {
        gfTexture_Destroy(device, &p->texture[i]);
    }
    p->levels = 0;
}

void gfPyramid_Reduce(gfDevice *device, const gfPyramid *p, const gfReduction *r)
{
    for (int i = 0; i < p->levels; i++) {
        const gfTexture *source = i == 0 ? r->field : &p->texture[i - 1];
        gfPass_Run(device, &(gfPass){.label = r->label,
                                     .shader = i == 0 ? r->first : r->next,
                                     .writes = {&p->texture[i]},
                                     .inputs = {GF_IN(source, source->id), GF_IN(weights, r->weights)},
                                     .uniforms = {GF_I2(cells, source->width, source->height),
                                                  r->own != NULL ? *r->own : (gfUniform){.name = NULL}}});
    }
}
