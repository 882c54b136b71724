# One program for each tests/test_*.c and one CTest test for each tests/test_*.sh. In its first five lines a source may
# say
#   // contexts: gl es      run it on four contexts: NAME.gl33, NAME.es30, NAME.gl33_strict, NAME.es30_strict
#   // label: validation    a long run, which `./run test` leaves to `./run test --all`
find_path(GPUFLUID_CMOCKA_INCLUDE cmocka.h REQUIRED)
find_library(GPUFLUID_CMOCKA_LIBRARY cmocka REQUIRED)

# cmocka next to the tests, so that build/bin also runs on a machine without it.
get_filename_component(cmocka_dir "${GPUFLUID_CMOCKA_LIBRARY}" DIRECTORY)
file(GLOB cmocka_runtime "${cmocka_dir}/libcmocka.so.[0-9]")
if(cmocka_runtime)
  get_filename_component(cmocka_name "${cmocka_runtime}" NAME)
  set(cmocka_copy "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${cmocka_name}")
  if(NOT CMAKE_RUNTIME_OUTPUT_DIRECTORY)
    set(cmocka_copy "${CMAKE_CURRENT_BINARY_DIR}/${cmocka_name}")
  endif()
  add_custom_command(
    OUTPUT "${cmocka_copy}"
    COMMAND "${CMAKE_COMMAND}" -E copy "${cmocka_runtime}" "${cmocka_copy}"
    COMMENT "Copying ${cmocka_name}"
    VERBATIM
  )
endif()
add_custom_target(gpufluid_test_runtime DEPENDS ${cmocka_copy})

# What every test may use: the internals of the library, the support code of demo and tests.
add_library(gpufluid_test_options INTERFACE)
target_include_directories(
  gpufluid_test_options INTERFACE "${CMAKE_CURRENT_SOURCE_DIR}/src" "${CMAKE_CURRENT_SOURCE_DIR}/tests"
)
target_include_directories(gpufluid_test_options SYSTEM INTERFACE "${GPUFLUID_CMOCKA_INCLUDE}")
target_link_libraries(gpufluid_test_options INTERFACE fluid_support gpufluid_glad "${GPUFLUID_CMOCKA_LIBRARY}")

file(GLOB test_support_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/tests/support/*.c")
if(test_support_sources)
  add_library(test_support STATIC ${test_support_sources})
  gpufluid_posix_c(test_support)
  target_link_libraries(test_support PUBLIC gpufluid_test_options)
  add_dependencies(test_support gpufluid_glad_header)
endif()

# Mesa's software renderer on the calling thread alone: on grids as small as these its workers cost more than they do,
# and ctest runs several tests at a time.
set(test_environment "GF_SOURCE_DIR=${CMAKE_CURRENT_SOURCE_DIR}" "GF_BUILD_DIR=${CMAKE_CURRENT_BINARY_DIR}"
                     "LP_NUM_THREADS=0"
)
if(GPUFLUID_SANITIZE)
  list(
    APPEND
    test_environment
    "GF_SANITIZE=1"
    "ASAN_OPTIONS=detect_leaks=1"
    "LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/tests/lsan.supp:print_suppressions=0"
    "UBSAN_OPTIONS=print_stacktrace=1"
  )
endif()

function(gpufluid_set_test_properties name label)
  set(timeout 300)
  if(label STREQUAL validation)
    set(timeout 1800)
  endif()
  set_tests_properties(
    ${name} PROPERTIES TIMEOUT ${timeout} LABELS ${label} SKIP_RETURN_CODE 77 ENVIRONMENT "${test_environment};${ARGN}"
                       WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
  )
endfunction()

# A text for the contexts, so that a test and its CTest name agree: gl33_strict is gl33 with newer versions hidden.
function(gpufluid_add_test_contexts name label)
  set(gl33_strict MESA_GL_VERSION_OVERRIDE=3.3)
  set(es30_strict MESA_GLES_VERSION_OVERRIDE=3.0)
  foreach(api gl33 es30)
    foreach(context ${api} ${api}_strict)
      add_test(NAME ${name}.${context} COMMAND ${name})
      gpufluid_set_test_properties(${name}.${context} ${label} GF_TEST_API=${api} ${${context}})
    endforeach()
  endforeach()
endfunction()

file(GLOB test_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/tests/test_*.c"
     "${CMAKE_CURRENT_SOURCE_DIR}/tests/hostile/test_*.c"
)
foreach(source IN LISTS test_sources)
  get_filename_component(name "${source}" NAME_WE)
  add_executable(${name} "${source}")
  gpufluid_posix_c(${name})
  target_link_libraries(${name} PRIVATE $<$<TARGET_EXISTS:test_support>:test_support> gpufluid_test_options)
  add_dependencies(${name} gpufluid_glad_header gpufluid_test_runtime)
  set_target_properties(${name} PROPERTIES BUILD_RPATH "$ORIGIN")

  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(STRINGS "${source}" head LIMIT_COUNT 5)
  set(label unit)
  if(head MATCHES "// contexts: gl es")
    set(label gpu)
  endif()
  if(head MATCHES "// label: validation")
    set(label validation)
  endif()
  if(head MATCHES "// contexts: gl es")
    gpufluid_add_test_contexts(${name} ${label})
  else()
    add_test(NAME ${name} COMMAND ${name})
    gpufluid_set_test_properties(${name} ${label})
  endif()
endforeach()

find_program(GPUFLUID_BASH bash)
file(GLOB test_scripts CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/tests/test_*.sh")
if(GPUFLUID_BASH)
  foreach(script IN LISTS test_scripts)
    get_filename_component(name "${script}" NAME_WE)
    add_test(NAME ${name} COMMAND "${GPUFLUID_BASH}" "${script}" "${CMAKE_CURRENT_SOURCE_DIR}"
                                  "${CMAKE_CURRENT_BINARY_DIR}"
    )
    gpufluid_set_test_properties(${name} script CC=${CMAKE_C_COMPILER})
  endforeach()
endif()
