# The library, static and shared, from one set of objects. A new file in src/ or shaders/ needs no edit here.
file(GLOB library_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/*.c")
file(
  GLOB_RECURSE shader_files CONFIGURE_DEPENDS
  "${CMAKE_CURRENT_SOURCE_DIR}/shaders/*.glsl"
  "${CMAKE_CURRENT_SOURCE_DIR}/shaders/*.frag"
  "${CMAKE_CURRENT_SOURCE_DIR}/shaders/*.vert"
)

set(shader_source "${CMAKE_CURRENT_BINARY_DIR}/gf_shaders.c")
add_custom_command(
  OUTPUT "${shader_source}"
  COMMAND
    "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/cmake/embed_shaders.py" --root
    "${CMAKE_CURRENT_SOURCE_DIR}/shaders" --out "${shader_source}" ${shader_files}
  DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/cmake/embed_shaders.py" ${shader_files}
  COMMENT "Embedding shaders"
  VERBATIM
)

add_library(gpufluid_objects OBJECT ${library_sources} "${shader_source}")
gpufluid_strict_c(gpufluid_objects)
set_target_properties(gpufluid_objects PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
target_compile_definitions(gpufluid_objects PRIVATE GPUFLUID_SHARED GPUFLUID_BUILD)
target_include_directories(
  gpufluid_objects PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/include" "${CMAKE_CURRENT_SOURCE_DIR}/src"
)
target_link_libraries(gpufluid_objects PRIVATE gpufluid_glad)
add_dependencies(gpufluid_objects gpufluid_glad_header)

add_library(gpufluid_static STATIC $<TARGET_OBJECTS:gpufluid_objects>)
add_library(gpufluid_shared SHARED $<TARGET_OBJECTS:gpufluid_objects>)
add_library(gpufluid::gpufluid_static ALIAS gpufluid_static)
add_library(gpufluid::gpufluid_shared ALIAS gpufluid_shared)
if(BUILD_SHARED_LIBS)
  add_library(gpufluid::gpufluid ALIAS gpufluid_shared)
else()
  add_library(gpufluid::gpufluid ALIAS gpufluid_static)
endif()

foreach(target gpufluid_static gpufluid_shared)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME gpufluid LINKER_LANGUAGE C)
  target_include_directories(
    ${target} PUBLIC "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>"
                     "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>"
  )
endforeach()
if(MSVC) # an import library and a static library cannot share a name
  set_target_properties(gpufluid_static PROPERTIES OUTPUT_NAME gpufluid_static)
endif()
set_target_properties(gpufluid_shared PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0)
target_compile_definitions(gpufluid_shared INTERFACE GPUFLUID_SHARED)
if(UNIX)
  target_link_libraries(gpufluid_static PUBLIC m)
  target_link_libraries(gpufluid_shared PRIVATE m)
endif()
if(GPUFLUID_SANITIZE)
  target_link_libraries(gpufluid_shared PRIVATE $<BUILD_INTERFACE:gpufluid_options>)
elseif(UNIX AND NOT APPLE)
  target_link_options(gpufluid_shared PRIVATE -Wl,--no-undefined)
endif()
