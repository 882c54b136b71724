# Headers, both libraries, a CMake package and a pkg-config file that both follow the prefix when it is moved.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/gpufluid")

install(
  TARGETS ${gpufluid_libraries} ${gpufluid_part_libraries} gpufluid_presets
  EXPORT gpufluid-targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
)
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/include/gpufluid" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h"
)
install(FILES "${CMAKE_CURRENT_SOURCE_DIR}/presets/gpufluid_presets.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT gpufluid-targets NAMESPACE gpufluid:: DESTINATION "${package_dir}")

configure_package_config_file(
  "${CMAKE_CURRENT_SOURCE_DIR}/cmake/gpufluid-config.cmake.in" "${CMAKE_CURRENT_BINARY_DIR}/gpufluid-config.cmake"
  INSTALL_DESTINATION "${package_dir}"
  NO_SET_AND_CHECK_MACRO
)
write_basic_package_version_file(
  "${CMAKE_CURRENT_BINARY_DIR}/gpufluid-config-version.cmake" COMPATIBILITY SameMinorVersion
)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/gpufluid-config.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/gpufluid-config-version.cmake" DESTINATION "${package_dir}"
)

if(TARGET gpufluid_api)
  install(FILES "${gpufluid_hpp}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/gpufluid" OPTIONAL)
  install(FILES "${gpufluid_api_json}" "${gpufluid_cdef}" DESTINATION "${CMAKE_INSTALL_DATADIR}/gpufluid" OPTIONAL)
  install(FILES "${CMAKE_CURRENT_SOURCE_DIR}/bindings/lua/gpufluid.lua" # looks for the declarations beside itself
          DESTINATION "${CMAKE_INSTALL_DATADIR}/gpufluid"
  )
endif()

# From the folder of the .pc file up to the prefix, as long as libdir and includedir are inside it.
set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
set(pc_libdir "${CMAKE_INSTALL_FULL_LIBDIR}")
set(pc_includedir "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" AND NOT IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  file(RELATIVE_PATH pc_up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
  string(REGEX REPLACE "/$" "" pc_up "${pc_up}")
  set(pc_prefix "\${pcfiledir}/${pc_up}")
  set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file("${CMAKE_CURRENT_SOURCE_DIR}/cmake/gpufluid.pc.in" "${CMAKE_CURRENT_BINARY_DIR}/gpufluid.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/gpufluid.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

# A pkg-config file for each part that can be linked alone.
foreach(part IN LISTS GPUFLUID_PARTS)
  if(TARGET gpufluid_${part})
    gpufluid_link_flags(${part} pc_keep)
    string(REPLACE ";" " " pc_keep "${pc_keep}")
    set(pc_part ${part})
    set(pc_requires "")
    if(NOT part STREQUAL "core")
      set(needs ${GPUFLUID_NEEDS_${part}} core)
      list(TRANSFORM needs PREPEND "gpufluid-")
      string(REPLACE ";" " " pc_requires "${needs}")
    endif()
    configure_file(
      "${CMAKE_CURRENT_SOURCE_DIR}/cmake/gpufluid-part.pc.in" "${CMAKE_CURRENT_BINARY_DIR}/gpufluid-${part}.pc" @ONLY
    )
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/gpufluid-${part}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
  endif()
endforeach()

install(FILES "${CMAKE_CURRENT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES "${CMAKE_CURRENT_SOURCE_DIR}/README.md" "${CMAKE_CURRENT_SOURCE_DIR}/CHANGELOG.md"
              "${CMAKE_CURRENT_SOURCE_DIR}/CONTRIBUTING.md" "${CMAKE_CURRENT_SOURCE_DIR}/SECURITY.md"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}" OPTIONAL
)
# The pages, and what they link to: the examples, and the headers where those are in the repository.
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/docs" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/examples" DESTINATION "${CMAKE_INSTALL_DOCDIR}" OPTIONAL)
if(WIN32)
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/include" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
else()
  file(RELATIVE_PATH include_link "${CMAKE_INSTALL_FULL_DOCDIR}" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
  set(doc_folder "\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}")
  install(CODE "file(CREATE_LINK \"${include_link}\" \"${doc_folder}/include\" SYMBOLIC)")
endif()

# The programs and their manual pages, where they are built.
foreach(program IN ITEMS fluid_demo fluid_bake)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" OPTIONAL)
    install(FILES "${CMAKE_BINARY_DIR}/${program}.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" OPTIONAL)
  endif()
endforeach()
