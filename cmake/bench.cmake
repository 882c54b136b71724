# fluid_bench: no GLFW, so that it runs on a machine without a window system.
file(GLOB bench_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/tests/bench/*.c")
if(bench_sources)
  add_executable(fluid_bench ${bench_sources})
  gpufluid_posix_c(fluid_bench)
  # pressure_solve.c calls a part of the library that is not public.
  target_include_directories(fluid_bench PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/src" "${CMAKE_CURRENT_SOURCE_DIR}/shaders")
  target_link_libraries(fluid_bench PRIVATE fluid_support)
  add_dependencies(fluid_bench gpufluid_glad_header)
endif()
