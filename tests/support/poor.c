#include "support/poor.h"

gfDeviceDef Poor_DeviceDef(Fixture *fixture, GlHooks hooks)
{
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.getProcAddress = GlHooks_GetProcAddress;
    GlHooks_Set(hooks);
    return def;
}

gfDevice *Poor_MakeDevice(Fixture *fixture, GlHooks hooks)
{
    const gfDeviceDef def = Poor_DeviceDef(fixture, hooks);
    return Fixture_MakeDeviceOf(fixture, &def);
}

void Poor_ForgiveGlErrors(Fixture *fixture)
{
    assert_int_equal(fixture->gl.GetError(), GL_NO_ERROR);
    fixture->glErrors = 0;
}

void Poor_ExpectMemory(const gfDevice *device, const gfMemoryCounts *counts)
{
    gfMemoryCounts now = gfDevice_GetMemory(device);
    assert_int_equal(now.textures, counts->textures);
    assert_int_equal(now.framebuffers, counts->framebuffers);
    assert_int_equal(now.buffers, counts->buffers);
    assert_int_equal(now.gpuBytes, counts->gpuBytes);
}

static void runCommand(const char *format, const char *a, const char *b)
{
    char command[2048];
    snprintf(command, sizeof command, format, a, b);
    assert_int_equal(system(command), 0);
}

ShaderCopy ShaderCopy_Make(void)
{
    ShaderCopy copy;
    const char *source = getenv("GF_SOURCE_DIR"), *build = getenv("GF_BUILD_DIR");
    snprintf(copy.dir, sizeof copy.dir, "%s/shaders_XXXXXX", build != NULL ? build : ".");
    assert_non_null(mkdtemp(copy.dir));
    runCommand("cp -R '%s/shaders/.' '%s'", source != NULL ? source : ".", copy.dir);
    return copy;
}

void ShaderCopy_Free(const ShaderCopy *copy)
{
    runCommand("rm -r '%s'%s", copy->dir, "");
}

void ShaderCopy_Overwrite(const ShaderCopy *copy, const char *name, const char *text)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", copy->dir, name);
    if (text == NULL) {
        assert_int_equal(remove(path), 0);
        return;
    }
    FILE *file = MADE(fopen(path, "w"));
    fputs(text, file);
    fclose(file);
}

void ShaderCopy_Edit(const ShaderCopy *copy, const char *name, const char *expression)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", copy->dir, name);
    runCommand("sed -i.original '%s' '%s'", expression, path);
    runCommand("! cmp -s '%s' '%s.original'", path, path);
}
