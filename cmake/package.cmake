# What is handed out: a source archive that builds without Python, and the library as two files.
get_target_property(shader_folder gpufluid_shaders gpufluid_folder)

set(GPUFLUID_PACK_WITH "" CACHE STRING "Parts of the library to hand out, with commas; none: all")
set(archive "gpufluid-${PROJECT_VERSION}")
add_custom_target(
  gpufluid_archive
  COMMAND "${CMAKE_COMMAND}" -D "SOURCE_DIR=${PROJECT_SOURCE_DIR}" -D "BUILD_DIR=${PROJECT_BINARY_DIR}"
          -D "NAME=${archive}" -D "GLAD_HEADER=${glad_header}" -D "SHADERS=${shader_folder}" -D "WITH=${GPUFLUID_PACK_WITH}" -P
          "${PROJECT_SOURCE_DIR}/cmake/archive.cmake"
  COMMENT "Packing ${archive}.tar.xz"
  VERBATIM
)
add_dependencies(gpufluid_archive gpufluid_glad_header gpufluid_shaders)

add_custom_target(
  gpufluid_drop_in
  COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/cmake/amalgamate.py" --root "${PROJECT_SOURCE_DIR}" --glad
          "${glad_header}" --shaders "${shader_folder}" --with "${GPUFLUID_PACK_WITH}" --version "${PROJECT_VERSION}" --out
          "${PROJECT_BINARY_DIR}/drop-in"
  COMMENT "Writing drop-in/gpufluid.h and drop-in/gpufluid.c, and those of presets"
  VERBATIM
)
add_dependencies(gpufluid_drop_in gpufluid_glad_header gpufluid_shaders)
