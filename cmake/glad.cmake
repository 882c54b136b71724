# gpufluid_glad: <glad/gl.h>, made at build time by glad 2 and never installed. A source archive has it in generated/.
add_library(gpufluid_glad INTERFACE)
if(GPUFLUID_IS_ARCHIVE)
  add_custom_target(gpufluid_glad_header)
  target_include_directories(gpufluid_glad SYSTEM INTERFACE "${GPUFLUID_GENERATED}")
  return()
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)

# The first command that runs glad 2. A `python3` or `glad` on PATH may belong to an environment without it.
function(gpufluid_find_glad result)
  find_program(GPUFLUID_GLAD_PROGRAM glad DOC "glad 2, the GL loader generator")
  set(candidates "/usr/bin/glad" "/usr/bin/python3|-m|glad" "${Python3_EXECUTABLE}|-m|glad")
  if(GPUFLUID_GLAD_PROGRAM)
    list(PREPEND candidates "${GPUFLUID_GLAD_PROGRAM}")
  endif()
  foreach(candidate IN LISTS candidates)
    string(REPLACE "|" ";" command "${candidate}")
    execute_process(COMMAND ${command} c --help OUTPUT_VARIABLE help ERROR_QUIET RESULT_VARIABLE status)
    if(status EQUAL 0 AND help MATCHES "--header-only")
      set(${result} "${command}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "glad 2 is not found: install python3-glad (Debian, Ubuntu) or `pip install glad2`")
endfunction()

gpufluid_find_glad(glad_command)
list(JOIN glad_command " " glad_shown)
message(STATUS "glad: ${glad_shown}")

set(glad_dir "${CMAKE_CURRENT_BINARY_DIR}/glad")
set(glad_header "${glad_dir}/include/glad/gl.h")
string(
  JOIN "," glad_extensions
  GL_KHR_debug
  GL_EXT_color_buffer_float
  GL_EXT_color_buffer_half_float
  GL_OES_texture_float_linear
  GL_EXT_disjoint_timer_query
  GL_ARB_transform_feedback2
)

add_custom_command(
  OUTPUT "${glad_header}"
  COMMAND
    ${glad_command} --api gl:core=3.3,gles2=3.0 --merge --reproducible --quiet --out-path "${glad_dir}"
    --extensions "${glad_extensions}" c --header-only --mx
  COMMENT "Generating glad/gl.h"
  VERBATIM
)
add_custom_target(gpufluid_glad_header DEPENDS "${glad_header}")
target_include_directories(gpufluid_glad SYSTEM INTERFACE "${glad_dir}/include")
add_dependencies(gpufluid_glad gpufluid_glad_header)
