# cpack -G DEB: one package of both libraries, headers, documentation, fluid_demo, fluid_bake and their manual pages.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gpufluid)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "libgpufluid <gpufluid@localhost>" CACHE STRING "Maintainer of the Debian package")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
    "A C11 library that gives a game smoke, ink, fire, water and particles, simulated in fragment shaders of OpenGL 3.3 \
or OpenGL ES 3.0. With headers, both kinds of library, fluid_demo, which shows what it does, and fluid_bake, which makes films and flip-books of it."
)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libegl1, libgl1-mesa-dri")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ffmpeg, pkg-config")
include(CPack)
