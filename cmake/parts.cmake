# The parts of the library, as src/parts.txt lists them. GPUFLUID_WITH leaves out those that it does not name and nobody
# needs. Sets GPUFLUID_PARTS and, for each of them, GPUFLUID_NEEDS_part, GPUFLUID_FOLDERS_part and GPUFLUID_SHADERS_part.
set(GPUFLUID_WITH "all" CACHE STRING "Parts of the library to build, such as grid;draw: see src/parts.txt")

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/parts.txt")
file(STRINGS src/parts.txt part_lines REGEX "^[a-z]")
set(GPUFLUID_PARTS "")
foreach(line IN LISTS part_lines)
  string(REPLACE "|" ";" cells "${line}")
  list(GET cells 0 part)
  string(STRIP "${part}" part)
  foreach(column IN ITEMS 1 2 3)
    list(GET cells ${column} cell)
    string(STRIP "${cell}" cell)
    string(REGEX REPLACE " +" ";" cell${column} "${cell}")
  endforeach()
  list(APPEND GPUFLUID_PARTS ${part})
  set(GPUFLUID_NEEDS_${part} ${cell1})
  set(GPUFLUID_FOLDERS_${part} ${cell2})
  set(GPUFLUID_SHADERS_${part} ${cell3})
endforeach()

if(NOT GPUFLUID_WITH STREQUAL "all")
  set(wanted core ${GPUFLUID_WITH})
  foreach(part IN LISTS wanted)
    if(NOT part IN_LIST GPUFLUID_PARTS)
      message(FATAL_ERROR "GPUFLUID_WITH: there is no part '${part}'; of ${GPUFLUID_PARTS} some are expected")
    endif()
  endforeach()
  set(all ${GPUFLUID_PARTS})
  list(REVERSE all)
  foreach(part IN LISTS all) # those that need others come first
    if(part IN_LIST wanted)
      list(APPEND wanted ${GPUFLUID_NEEDS_${part}})
    else()
      list(REMOVE_ITEM GPUFLUID_PARTS ${part})
    endif()
  endforeach()
endif()

# Writes the C file that lists modules and shaders. `how`: STRONG, all parts are linked; WEAK, any may be missing.
function(gpufluid_write_modules file how)
  set(weak "")
  set(note "")
  if(how STREQUAL "WEAK")
    set(weak " __attribute__((weak))")
    set(note " A part that is not linked is null.")
  endif()
  set(declarations "")
  set(modules "")
  set(sets "")
  foreach(part IN LISTS GPUFLUID_PARTS)
    set(mark "${weak}")
    if(part STREQUAL "core")
      set(mark "")
    endif()
    string(APPEND declarations "extern const gfModule gf_module_${part}${mark};\n")
    string(APPEND modules "    &gf_module_${part},\n")
    if(GPUFLUID_SHADERS_${part})
      string(APPEND declarations "extern const gfShaderSet gf_shaders_${part}${mark};\n")
      string(APPEND sets "    &gf_shaders_${part},\n")
    endif()
  endforeach()
  file(
    CONFIGURE
    OUTPUT "${file}"
    CONTENT
      "// The modules and shaders of this build.${note} Written by cmake/parts.cmake out of src/parts.txt.
#include \"fluid/module.h\"
#include \"gl/shader_files.h\"

${declarations}
const gfModule *const gf_modules[] = {
${modules}};
const int gf_moduleCount = GF_COUNT(gf_modules);

const gfShaderSet *const gf_shaderSets[] = {
${sets}};
const int gf_shaderSetCount = GF_COUNT(gf_shaderSets);
"
    @ONLY
  )
endfunction()

# Options of the linker that keep a part of the library where nothing but its list of modules asks for it.
function(gpufluid_link_flags part result)
  set(underscore "")
  if(APPLE)
    set(underscore "_")
  endif()
  set(flags "-Wl,-u,${underscore}gf_module_${part}")
  if(GPUFLUID_SHADERS_${part})
    list(APPEND flags "-Wl,-u,${underscore}gf_shaders_${part}")
  endif()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()
