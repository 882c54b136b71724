# fluid_support: what demo, tests and bench share (scenes, images, a context without a window).
file(GLOB support_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/examples/support/*.c")

find_path(GPUFLUID_JANSSON_INCLUDE jansson.h REQUIRED)
find_library(GPUFLUID_JANSSON_LIBRARY NAMES libjansson.a jansson REQUIRED) # static where there is one
find_path(GPUFLUID_STB_INCLUDE stb/stb_image.h REQUIRED)
find_path(GPUFLUID_EGL_INCLUDE EGL/egl.h REQUIRED)

add_library(fluid_support STATIC ${support_sources})
gpufluid_posix_c(fluid_support)
target_include_directories(fluid_support PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}/examples")
target_include_directories(
  fluid_support SYSTEM PUBLIC "${GPUFLUID_JANSSON_INCLUDE}" "${GPUFLUID_STB_INCLUDE}" "${GPUFLUID_EGL_INCLUDE}"
)
target_link_libraries(
  fluid_support PUBLIC gpufluid_static gpufluid_glad "${GPUFLUID_JANSSON_LIBRARY}" ${CMAKE_DL_LIBS}
)
add_dependencies(fluid_support gpufluid_glad_header)
