// A jet of smoke behind a round post, with gpufluid.hpp. The last frame is a picture.
//
//     example_raii [--frames N] [--out FILE.png]
//
// examples/cpp.cpp does without the header, which needs Python where it is made.
#include <gpufluid/gpufluid.hpp>

#include "support/offscreen.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr int width_px = 640;
constexpr int height_px = 360;

using gpufluid::check;

struct EndOffscreen {
    void operator()(Offscreen *offscreen) const
    {
        Offscreen_Destroy(offscreen);
    }
};

// Members are destroyed from the last to the first, so each stands behind those that it was made on.
struct Scene {
    std::unique_ptr<Offscreen, EndOffscreen> offscreen;
    gpufluid::Device device;
    gpufluid::Fluid fluid;
    gpufluid::Tracers tracers;
};

gpufluid::Fluid makeSmoke(gpufluid::DeviceRef device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = 160;
    def.gridHeight = 90;
    def.cellSize = 1.6f / 160.0f;
    gpufluid::Fluid fluid = check(gpufluid::Fluid::create(device, def));

    gfSourceDef jet = gfDefaultSourceDef();
    jet.shape = gfMakeCircle({0.12f, 0.45f}, 0.06f);
    jet.mode = GF_SOURCE_SET;
    jet.fields = GF_SOURCE_DYE | GF_SOURCE_VELOCITY;
    jet.velocity = {1.2f, 0.0f};
    const float warm[4] = {1.0f, 0.55f, 0.2f, 1.0f};
    std::copy(warm, warm + 4, jet.dye);
    check(fluid.addEmitter(jet));

    gfSolidDef post = gfDefaultSolidDef();
    post.shape = gfMakeCircle({0.5f, 0.44f}, 0.07f);
    check(fluid.addSolid(post));
    return fluid;
}

Scene makeScene()
{
    Scene scene;
    scene.offscreen.reset(Offscreen_Create(width_px, height_px));
    if (!scene.offscreen) {
        throw std::runtime_error("no OpenGL ES 3.0 without a window");
    }
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = Offscreen_GetProcAddress;
    scene.device = check(gpufluid::Device::create(def));
    scene.fluid = makeSmoke(scene.device);
    gfTracersDef tracers = gfDefaultTracersDef();
    tracers.count = 500;
    scene.tracers = check(gpufluid::Tracers::create(scene.fluid, tracers));
    return scene;
}

void drawFrame(Scene &scene)
{
    const float night[3] = {0.02f, 0.03f, 0.06f};
    Offscreen_Fill(scene.offscreen.get(), 0, 0, width_px, height_px, night);
    gpufluid::Frame frame(scene.device);
    gfDrawDef look = scene.fluid.defaultDrawDef();
    look.tracers.set = scene.tracers.get();
    check(scene.fluid.step(1.0f / 60.0f));
    check(scene.tracers.step(1.0f / 60.0f));
    check(scene.fluid.draw(look));
}

// The fastest place of the flow, m/s, from a field that is read into a vector.
float readTopSpeed(gpufluid::FluidRef fluid)
{
    gfFieldInfo info;
    check(fluid.getFieldInfo(GF_FIELD_VELOCITY, info));
    std::vector<gfVec2> values(static_cast<std::size_t>(info.width) * static_cast<std::size_t>(info.height));
    check(fluid.readFieldBlocking(GF_FIELD_VELOCITY, &values.front().x, values.size() * 2));
    float top = 0.0f;
    for (const gfVec2 &value : values) {
        top = std::max(top, std::hypot(value.x, value.y));
    }
    return top;
}

} // namespace

int main(int argc, char **argv)
{
    int frames = 120;
    std::string out = "raii.png";
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string option = argv[i];
        if (option == "--frames") {
            frames = std::atoi(argv[i + 1]);
        } else if (option == "--out") {
            out = argv[i + 1];
        }
    }
    try {
        Scene scene = makeScene();
        for (int frame = 0; frame < frames; frame++) {
            drawFrame(scene);
        }
        std::printf("fastest: %.2f m/s\n", static_cast<double>(readTopSpeed(scene.fluid)));
        return Offscreen_Save(scene.offscreen.get(), out.c_str()) ? EXIT_SUCCESS : EXIT_FAILURE;
    } catch (const std::exception &error) { // gpufluid::Exception, which has a code, too
        std::fprintf(stderr, "%s\n", error.what());
        return EXIT_FAILURE;
    }
}
