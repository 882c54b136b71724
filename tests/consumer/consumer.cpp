// The same as consumer.c, from C++.
#include <gpufluid/gpufluid.h>

#include <iostream>
#include <string>

int main()
{
    if (std::string(gfGetVersion()) != GF_VERSION_STRING) {
        std::cerr << "library " << gfGetVersion() << ", headers " << GF_VERSION_STRING << "\n";
        return 1;
    }
    gfDeviceDef def = gfDefaultDeviceDef();
    gfDevice *device = gfCreateDevice(&def);
    const char *message = nullptr;
    if (device != nullptr || gfGetLastError(&message) != GF_ERROR_NULL_ARGUMENT || message == nullptr) {
        std::cerr << "a device without a loader was not refused as it should be\n";
        return 1;
    }
    gfSolidId none{};
    if (!GF_IS_NULL(none) || !GF_IS_NULL(gfFluid_AddSolid(nullptr, nullptr)) || !GF_ID_EQUALS(none, none)) {
        std::cerr << "the handle of nothing is something\n";
        return 1;
    }
    std::cout << gfGetVersion() << "\n";
    return 0;
}
