# Packs the sources, and in generated/ what Python makes of them, as BUILD_DIR/NAME.tar.xz. Run by gpufluid_archive. WITH
# names parts of the library, with commas: others, and the programs, which need them all, are left out.
cmake_minimum_required(VERSION 3.20)

set(entries
    .clang-format
    .clang-tidy
    .editorconfig
    CHANGELOG.md
    CMakeLists.txt
    CMakePresets.json
    CONTRIBUTING.md
    LICENSE
    README.md
    SECURITY.md
    bench
    bindings
    cmake
    docs
    examples
    include
    presets
    run
    shaders
    src
    tests
    tools
)

if(WITH)
  list(REMOVE_ITEM entries bench examples tests)
endif()

set(stage "${BUILD_DIR}/archive")
set(tree "${stage}/${NAME}")
file(REMOVE_RECURSE "${stage}")
foreach(entry IN LISTS entries)
  file(COPY "${SOURCE_DIR}/${entry}" DESTINATION "${tree}" PATTERN "__pycache__" EXCLUDE PATTERN "node_modules" EXCLUDE)
endforeach()
find_program(PYTHON NAMES python3 python REQUIRED)
file(COPY "${GLAD_HEADER}" DESTINATION "${tree}/generated/glad")
execute_process(
  COMMAND "${PYTHON}" "${SOURCE_DIR}/cmake/parts.py" --root "${SOURCE_DIR}" --with "${WITH}" --prune "${tree}" --shaders
          "${SHADERS}"
  COMMAND_ERROR_IS_FATAL ANY
)
if(NOT WITH)
  execute_process(
    COMMAND "${PYTHON}" "${SOURCE_DIR}/examples/tunables/about.py" --include "${SOURCE_DIR}/include/gpufluid" --demo
            "${SOURCE_DIR}/presets/tunables.h" --out "${tree}/generated/tunables_about.c"
    COMMAND_ERROR_IS_FATAL ANY
  )
endif()

# Paths in the archive are relative to the folder that tar runs in.
execute_process(
  COMMAND "${CMAKE_COMMAND}" -E tar cJf "${BUILD_DIR}/${NAME}.tar.xz" --format=gnutar "${NAME}"
  WORKING_DIRECTORY "${stage}" COMMAND_ERROR_IS_FATAL ANY
)
file(REMOVE_RECURSE "${stage}")
