// Uses gpufluid.hpp as hosts do: owners that move, views of every kind of container, what fails. Compiled with and
// without exceptions. What it prints on standard error is what is wrong.
#include <gpufluid/gpufluid.hpp>

#include "support/offscreen.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace {

int wrong = 0;

void expect(bool holds, const char *what)
{
    if (!holds) {
        wrong++;
        std::fprintf(stderr, "not so: %s (%s)\n", what, gpufluid::lastError().message);
    }
}
#define EXPECT(condition) expect(static_cast<bool>(condition), #condition)

static_assert(!std::is_copy_constructible_v<gpufluid::Fluid> && !std::is_copy_assignable_v<gpufluid::Fluid>);
static_assert(std::is_nothrow_move_constructible_v<gpufluid::Fluid> &&
              std::is_nothrow_move_assignable_v<gpufluid::Device>);
static_assert(sizeof(gpufluid::Fluid) == sizeof(gfFluid *));
static_assert(!std::is_convertible_v<gpufluid::Fluid, bool> && !std::is_convertible_v<gfFluid *, gpufluid::Fluid>);
static_assert(std::is_convertible_v<gpufluid::Fluid &, gpufluid::FluidRef>);
static_assert(!std::is_assignable_v<gpufluid::Fluid &, gpufluid::FluidRef>);
static_assert(std::is_convertible_v<std::vector<gfVec2> &, gpufluid::Span<const gfVec2>>);
static_assert(!std::is_convertible_v<const std::vector<float> &, gpufluid::Span<float>>);
static_assert(!std::is_convertible_v<std::vector<double> &, gpufluid::Span<const float>>);
static_assert(!std::is_convertible_v<const std::string &, gpufluid::Bytes<void>>);

gpufluid::Fluid makeFluid(gpufluid::DeviceRef device, gfSolverKind solver)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = solver;
    def.gridWidth = 32;
    def.gridHeight = 16;
    return gpufluid::Fluid::create(device, def);
}

void testOwners(gpufluid::DeviceRef device)
{
    EXPECT(device.getMemory().fluids == 0);
    {
        gpufluid::Fluid first = makeFluid(device, GF_SOLVER_GRID);
        EXPECT(first && device.getMemory().fluids == 1);
        gpufluid::Fluid second = std::move(first);
        EXPECT(!first && second);
        first = makeFluid(device, GF_SOLVER_GRID);
        EXPECT(device.getMemory().fluids == 2);
        first = std::move(second); // frees what it had
        EXPECT(device.getMemory().fluids == 1 && first && !second);
        gpufluid::Fluid &same = first;
        first = std::move(same);
        EXPECT(first);
        gfFluid *raw = first.release();
        EXPECT(!first && device.getMemory().fluids == 1);
        gpufluid::Fluid again(raw);
        EXPECT(again.get() == raw);
        again.destroy();
        again.destroy();
        EXPECT(!again && device.getMemory().fluids == 0);
        std::vector<gpufluid::Fluid> fluids;
        for (int i = 0; i < 3; i++) {
            fluids.push_back(makeFluid(device, GF_SOLVER_GRID));
        }
        EXPECT(device.getMemory().fluids == 3);
    }
    EXPECT(device.getMemory().fluids == 0);
}

void testViews(gpufluid::DeviceRef device)
{
    gpufluid::Fluid fluid = makeFluid(device, GF_SOLVER_GRID);
    gfSourceDef puff = gfDefaultSourceDef();
    puff.shape = gfMakeCircle({fluid.getDef().cellSize * 16.0f, fluid.getDef().cellSize * 8.0f}, 0.1f);
    EXPECT(fluid.splat(puff));
    EXPECT(fluid.splat(&puff));
    EXPECT(fluid.step(1.0f / 60.0f));

    gfFieldInfo info = {};
    EXPECT(fluid.getFieldInfo(GF_FIELD_DYE, info) && fluid.getFieldInfo(GF_FIELD_DYE, &info));
    std::vector<float> values(static_cast<std::size_t>(info.width) * static_cast<std::size_t>(info.height) *
                              static_cast<std::size_t>(info.channels));
    EXPECT(fluid.readFieldBlocking(GF_FIELD_DYE, values));
    EXPECT(fluid.readFieldBlocking(GF_FIELD_DYE, {values.data(), values.size()}));
    EXPECT(fluid.readFieldBlocking(GF_FIELD_DYE, values.data(), values.size()));
    const std::vector<float> constant = values;
    EXPECT(fluid.writeField(GF_FIELD_DYE, constant));
    values.pop_back();
    EXPECT(!fluid.readFieldBlocking(GF_FIELD_DYE, values));
    EXPECT(gpufluid::lastError().code == GF_ERROR_OUT_OF_RANGE);

    gpufluid::Query query = gpufluid::Query::create(fluid, gfDefaultQueryDef());
    const gfVec2 plain[2] = {{0.1f, 0.1f}, {0.2f, 0.2f}};
    const std::array<gfVec2, 2> array = {{{0.1f, 0.1f}, {0.2f, 0.2f}}};
    EXPECT(query && query.setPoints(plain) && query.setPoints(array) && query.setPoints(plain, 1));
    EXPECT(query.setPoints(std::vector<gfVec2>(3, {0.1f, 0.1f})));
    EXPECT(!query.setPoints(plain, -1));

    std::vector<unsigned char> saved(fluid.getSnapshotSize());
    EXPECT(fluid.saveBlocking(saved));
    std::string text(saved.begin(), saved.end());
    EXPECT(fluid.load(text, nullptr));
    gfSnapshotInfo about = {};
    EXPECT(gpufluid::SnapshotRef::inspect(saved, about));
    gpufluid::Fluid copy = gpufluid::Fluid::createFromSnapshot(device, saved, nullptr);
    EXPECT(copy);
    gpufluid::Snapshot saving = fluid.requestSave();
    EXPECT(saving && saving.getSize() == saved.size());
    std::vector<int> few(1);
    EXPECT(!fluid.load(few, nullptr) && gpufluid::lastError().code == GF_ERROR_SNAPSHOT);
}

void testSharedCount(gpufluid::DeviceRef device)
{
    gpufluid::Fluid fluid = makeFluid(device, GF_SOLVER_PARTICLES);
    EXPECT(fluid);
    const std::vector<gfVec2> points(3, {0.1f, 0.1f});
    std::vector<float> values(3);
    std::vector<gfVec2> gradients(3);
    EXPECT(fluid.sampleParticlesBlocking(GF_PROPERTY_DENSITY, points, values, gradients));
    EXPECT(fluid.sampleParticlesBlocking(GF_PROPERTY_DENSITY, points, values, {}));
    gradients.pop_back(); // would be written beyond its end
    gpufluid::lastError();
    EXPECT(!fluid.sampleParticlesBlocking(GF_PROPERTY_DENSITY, points, values, gradients));
    EXPECT(gpufluid::lastError().code == GF_ERROR_OUT_OF_RANGE);
}

void testReferences(gpufluid::DeviceRef device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = 16;
    def.gridHeight = 16;
    gpufluid::FluidGroup group = gpufluid::FluidGroup::create(device, def, 3);
    EXPECT(group && group.getCount() == 3);
    gpufluid::FluidRef member = group.getMember(1);
    EXPECT(member && group.step(1.0f / 60.0f));
    gpufluid::FluidRef none = group.getMember(7);
    EXPECT(!none && !none.step(0.1f) && gpufluid::lastError().code == GF_ERROR_NULL_ARGUMENT);
    gpufluid::Frame frame(device);
    EXPECT(frame);
    gpufluid::Frame second(device);
    EXPECT(!second && gpufluid::lastError().code == GF_ERROR_CALL_ORDER);
}

void testErrors(gpufluid::DeviceRef device)
{
    gfClearLastError();
    EXPECT(!gpufluid::lastError() && std::strlen(gpufluid::lastError().message) == 0);
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = -1;
    EXPECT(!gpufluid::Fluid::create(device, def));
    EXPECT(gpufluid::lastError() && std::strstr(gpufluid::lastError().message, "-1 x 256") != nullptr);
#if defined(__cpp_exceptions)
    using gpufluid::check;
    gpufluid::Fluid fluid = check(makeFluid(device, GF_SOLVER_GRID));
    int thrown = 0;
    const auto fails = [&](auto call) {
        try {
            call();
        } catch (const gpufluid::Exception &error) {
            thrown += error.code() == GF_ERROR_OUT_OF_RANGE && std::strlen(error.what()) > 0;
        }
    };
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape.radius = std::numeric_limits<float>::quiet_NaN();
    fails([&] { check(gpufluid::Fluid::create(device, def)); });
    fails([&] { check(fluid.step(-1.0f)); });
    fails([&] { check(fluid.addSolid(solid)); });
    EXPECT(thrown == 3);
    EXPECT(device.getMemory().fluids == 1);
#endif
}

} // namespace

int main()
{
    Offscreen *offscreen = Offscreen_Create(64, 64);
    if (offscreen == nullptr) {
        return 1;
    }
    {
        gfDeviceDef def = gfDefaultDeviceDef();
        def.getProcAddress = Offscreen_GetProcAddress;
        gpufluid::Device device = gpufluid::Device::create(def);
        EXPECT(device);
        testOwners(device);
        testViews(device);
        testSharedCount(device);
        testReferences(device);
        testErrors(device);
        EXPECT(device.getMemory().fluids == 0);
    }
    Offscreen_Destroy(offscreen);
    return wrong == 0 ? 0 : 1;
}
