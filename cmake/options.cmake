# Compiler options for everything built here. Nothing of it reaches a project that links the library.
add_library(gpufluid_options INTERFACE)
target_compile_features(gpufluid_options INTERFACE c_std_11)

if(MSVC)
  target_compile_options(gpufluid_options INTERFACE /W4 $<$<BOOL:${GPUFLUID_WERROR}>:/WX>)
else()
  target_compile_options(
    gpufluid_options
    INTERFACE -Wall -Wextra -pedantic $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes> -Wconversion $<$<NOT:$<BOOL:${GPUFLUID_UNITY}>>:-Wshadow>
              $<$<BOOL:${GPUFLUID_WERROR}>:-Werror>
  )
endif()

if(GPUFLUID_SANITIZE)
  set(flags -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_compile_options(gpufluid_options INTERFACE ${flags})
  target_link_options(gpufluid_options INTERFACE ${flags})
endif()

# The build's own standard: C11 without GNU extensions.
function(gpufluid_strict_c target)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_link_libraries(${target} PRIVATE gpufluid_options)
endfunction()

# Code that is not part of the library also uses POSIX and the constants of <math.h>.
function(gpufluid_posix_c target)
  gpufluid_strict_c(${target})
  target_compile_definitions(${target} PRIVATE _DEFAULT_SOURCE)
endfunction()
