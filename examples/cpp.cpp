// A host in C++17. The library's objects are held by std::unique_ptr, which frees them in the right order on every way
// out; the library throws nothing, and neither does this.
//
//     example_cpp [--frames N] [--out FILE.png]      the last frame of water that falls into a basin
#include <gpufluid/gpufluid.h>

#include "support/offscreen.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace {

// The function that frees an object is part of its type, so that the pointers below are as large as plain ones.
template <auto Free> struct FreedBy {
    template <typename T> void operator()(T *object) const
    {
        Free(object);
    }
};
using DevicePtr = std::unique_ptr<gfDevice, FreedBy<gfDestroyDevice>>;
using FluidPtr = std::unique_ptr<gfFluid, FreedBy<gfDestroyFluid>>;
using OffscreenPtr = std::unique_ptr<Offscreen, FreedBy<Offscreen_Destroy>>;

// A source that acts as long as this object lives. It knows its fluid and can be moved, because handles are values.
class Emitter {
  public:
    static std::optional<Emitter> add(gfFluid *fluid, const gfSourceDef &def)
    {
        gfEmitterId id = gfFluid_AddEmitter(fluid, &def);
        return GF_IS_NULL(id) ? std::nullopt : std::optional<Emitter>(Emitter(fluid, id));
    }
    Emitter(Emitter &&other) noexcept : fluid_(std::exchange(other.fluid_, nullptr)), id_(other.id_)
    {
    }
    Emitter &operator=(Emitter &&other) noexcept
    {
        std::swap(fluid_, other.fluid_);
        std::swap(id_, other.id_);
        return *this;
    }
    Emitter(const Emitter &) = delete;
    Emitter &operator=(const Emitter &) = delete;
    ~Emitter()
    {
        if (fluid_ != nullptr) {
            gfFluid_RemoveEmitter(fluid_, id_);
        }
    }

  private:
    Emitter(gfFluid *fluid, gfEmitterId id) : fluid_(fluid), id_(id)
    {
    }
    gfFluid *fluid_;
    gfEmitterId id_;
};

void logFluid(gfLogLevel level, gfErrorCode code, const char *message, void *)
{
    if (level != GF_LOG_INFO) {
        std::fprintf(stderr, "gpufluid: %s (%s)\n", message, gfErrorText(code));
    }
}

// Members are destroyed from the last to the first, so a member follows those that it needs.
class Basin {
  public:
    static constexpr int width_px = 640;
    static constexpr int height_px = 360;

    // Either all is made, or there is no basin and the log has the reason.
    static std::optional<Basin> make()
    {
        Basin basin;
        basin.offscreen_.reset(Offscreen_Create(width_px, height_px));
        if (basin.offscreen_ == nullptr) {
            return std::nullopt;
        }
        gfDeviceDef deviceDef = gfDefaultDeviceDef();
        deviceDef.getProcAddress = Offscreen_GetProcAddress;
        deviceDef.log = logFluid;
        basin.device_.reset(gfCreateDevice(&deviceDef));
        if (basin.device_ == nullptr || !basin.makeWater()) {
            return std::nullopt;
        }
        return basin;
    }

    bool step(float dt)
    {
        return gfFluid_Step(fluid_.get(), dt);
    }

    // The tap runs as long as the emitter lives.
    void closeTap()
    {
        tap_.reset();
    }

    bool draw()
    {
        const float wall[3] = {0.93f, 0.91f, 0.86f};
        Offscreen_Fill(offscreen_.get(), 0, 0, width_px, height_px, wall); // the background
        const gfDrawDef look = gfDefaultDrawDefFor(fluid_.get());
        return gfFluid_Draw(fluid_.get(), &look);
    }

    bool save(const std::string &path)
    {
        return Offscreen_Save(offscreen_.get(), path.c_str());
    }

  private:
    Basin() = default;

    bool makeWater()
    {
        gfFluidDef def = gfSuggestLiquid(0.9f, 9.81f, 90); // m, m/s^2 and cells, of which the step follows
        def.gridWidth = 160;
        fluid_.reset(gfCreateFluid(device_.get(), &def));
        if (fluid_ == nullptr || !gfFluid_FillToLevel(fluid_.get(), nullptr, 0.2f)) {
            return false;
        }
        gfSolidDef slide = gfDefaultSolidDef();
        slide.shape = gfMakeRectangle({0.45f, 0.45f}, {0.3f, 0.02f}, -0.4f);
        gfSourceDef tap = gfDefaultSourceDef();
        tap.shape = gfMakeCircle({0.25f, 0.75f}, 0.04f);
        tap.mode = GF_SOURCE_SET; // keeps the place full of moving water
        tap.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
        tap.mass = 1.0f;
        tap.velocity = {0.0f, -0.5f};
        tap_ = Emitter::add(fluid_.get(), tap);
        return tap_.has_value() && !GF_IS_NULL(gfFluid_AddSolid(fluid_.get(), &slide));
    }

    OffscreenPtr offscreen_; // holds the context, so it is destroyed last
    DevicePtr device_;
    FluidPtr fluid_;
    std::optional<Emitter> tap_; // destroyed first
};

} // namespace

int main(int argc, char **argv)
{
    int frames = 120;
    std::string out = "cpp.png";
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string option = argv[i];
        if (option == "--frames") {
            frames = std::atoi(argv[i + 1]);
        } else if (option == "--out") {
            out = argv[i + 1];
        }
    }
    std::optional<Basin> basin = Basin::make();
    if (!basin) {
        return EXIT_FAILURE;
    }
    for (int frame = 0; frame < frames; frame++) {
        if (frame == frames * 3 / 4) {
            basin->closeTap();
        }
        if (!basin->step(1.0f / 60.0f) || !basin->draw()) {
            return EXIT_FAILURE;
        }
    }
    return basin->save(out) ? EXIT_SUCCESS : EXIT_FAILURE;
}
