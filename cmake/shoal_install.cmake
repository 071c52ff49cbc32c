# `cmake --install build` gives a tree that may be moved as a whole: programs find the library, the library finds
# headers, runtime, arenas and template by where it lies itself (src/app/paths.cpp). The wheel of the Python package is
# such a tree, too, with pyarrow beside it; it leaves out what C++ programs need.
include(CMakePackageConfigHelpers)

get_target_property(arrow_library Arrow::arrow_shared IMPORTED_LOCATION)
get_filename_component(arrow_directory "${arrow_library}" DIRECTORY)
set_target_properties(shoal PROPERTIES INSTALL_RPATH "$ORIGIN")
set_target_properties(shoal_arrow PROPERTIES INSTALL_RPATH "$ORIGIN;$<IF:$<BOOL:${SKBUILD}>,$ORIGIN/../../pyarrow,${arrow_directory}>")
set_target_properties(shoal_view PROPERTIES INSTALL_RPATH "$ORIGIN")
set_target_properties(shoal_program PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")

install(TARGETS shoal EXPORT ShoalTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT core
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/shoal)
install(TARGETS shoal_arrow shoal_view LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT core)
install(TARGETS shoal_program DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT core)
install(TARGETS shoal_runtime ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT core)
install(DIRECTORY include/pogobot DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT core)
install(DIRECTORY src/base src/physics src/scenario src/record src/pogobot src/view
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/shoal FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(DIRECTORY arenas template DESTINATION ${CMAKE_INSTALL_DATADIR}/shoal COMPONENT core)

install(EXPORT ShoalTargets NAMESPACE Shoal:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Shoal)
configure_package_config_file(cmake/ShoalConfig.cmake.in ${CMAKE_BINARY_DIR}/ShoalConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Shoal)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ShoalConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/ShoalConfig.cmake ${CMAKE_BINARY_DIR}/ShoalConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Shoal)
