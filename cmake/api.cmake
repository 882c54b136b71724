# gpufluid_api.json: the public headers as data. Its sizes and offsets are those of the machine that builds, so it is
# not made for another one; and a source archive builds without Python. gpufluid_cdef.h is made from it: declarations
# for Python's cffi and for LuaJIT; and gpufluid.hpp, its objects in C++. gpufluid_api is the target of all of them,
# where they are made.
set(GPUFLUID_API_JSON AUTO CACHE STRING "Make gpufluid_api.json: ON, OFF, or AUTO, where there is what it needs")
set_property(CACHE GPUFLUID_API_JSON PROPERTY STRINGS AUTO ON OFF)
if(NOT GPUFLUID_API_JSON OR (GPUFLUID_API_JSON STREQUAL "AUTO" AND GPUFLUID_IS_ARCHIVE))
  return()
endif()

# The first Python 3 whose module finds its library: that on PATH may belong to an environment without them.
find_package(Python3 QUIET COMPONENTS Interpreter)
set(api_python "")
foreach(candidate IN ITEMS "${Python3_EXECUTABLE}" /usr/bin/python3)
  if(candidate AND NOT api_python)
    execute_process(
      COMMAND "${candidate}" -c "from clang import cindex; cindex.Index.create()" OUTPUT_QUIET ERROR_QUIET
      RESULT_VARIABLE api_status
    )
    if(api_status EQUAL 0)
      set(api_python "${candidate}")
    endif()
  endif()
endforeach()
if(NOT api_python)
  if(NOT GPUFLUID_API_JSON STREQUAL "AUTO")
    message(FATAL_ERROR "GPUFLUID_API_JSON needs Python 3 with libclang: install python3-clang (Debian, Ubuntu)")
  endif()
  message(STATUS "gpufluid_api.json is not made: Python 3 has no libclang (python3-clang)")
  return()
endif()

file(GLOB api_headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/include/gpufluid/*.h")
if(CMAKE_CROSSCOMPILING AND GPUFLUID_API_JSON STREQUAL "AUTO") # api_python makes what bindings of that machine need
  return()
endif()

set(gpufluid_api_json "${CMAKE_CURRENT_BINARY_DIR}/gpufluid_api.json")
add_custom_command(
  OUTPUT "${gpufluid_api_json}"
  COMMAND "${api_python}" "${CMAKE_CURRENT_SOURCE_DIR}/bindings/make_api.py" --include
          "${CMAKE_CURRENT_SOURCE_DIR}/include" --out "${gpufluid_api_json}"
  DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/bindings/make_api.py" ${api_headers}
  COMMENT "Describing the public headers in gpufluid_api.json"
  VERBATIM
)
set(gpufluid_cdef "${CMAKE_CURRENT_BINARY_DIR}/gpufluid_cdef.h")
add_custom_command(
  OUTPUT "${gpufluid_cdef}"
  COMMAND "${api_python}" "${CMAKE_CURRENT_SOURCE_DIR}/bindings/make_cdef.py" --api "${gpufluid_api_json}" --out
          "${gpufluid_cdef}"
  DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/bindings/make_cdef.py" "${gpufluid_api_json}"
  COMMENT "Declaring the interface for cffi and LuaJIT in gpufluid_cdef.h"
  VERBATIM
)
set(gpufluid_hpp "${CMAKE_CURRENT_BINARY_DIR}/gpufluid.hpp")
add_custom_command(
  OUTPUT "${gpufluid_hpp}"
  COMMAND "${api_python}" "${CMAKE_CURRENT_SOURCE_DIR}/bindings/make_hpp.py" --api "${gpufluid_api_json}" --out
          "${gpufluid_hpp}"
  DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/bindings/make_hpp.py" "${CMAKE_CURRENT_SOURCE_DIR}/bindings/cpp/head.hpp"
          "${gpufluid_api_json}"
  COMMENT "Wrapping the interface for C++ in gpufluid.hpp"
  VERBATIM
)
add_custom_target(gpufluid_api ALL DEPENDS "${gpufluid_api_json}" "${gpufluid_cdef}" "${gpufluid_hpp}")
