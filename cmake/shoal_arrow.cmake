# Apache Arrow C++, which writes the logs: the system's if CMake finds it, else the one inside the
# pyarrow wheel of the Python that SHOAL_PYTHON names (./dev passes .venv/bin/python).

find_package(Arrow QUIET)
if(NOT TARGET Arrow::arrow_shared)
  set(SHOAL_PYTHON "" CACHE FILEPATH "Python interpreter that has pyarrow")
  if(NOT SHOAL_PYTHON AND Python_EXECUTABLE)
    set(SHOAL_PYTHON ${Python_EXECUTABLE})  # of who builds a wheel
  endif()
  if(NOT SHOAL_PYTHON)
    find_program(SHOAL_PYTHON NAMES python3 PATHS ${CMAKE_SOURCE_DIR}/.venv/bin NO_DEFAULT_PATH)
  endif()
  execute_process(
    COMMAND ${SHOAL_PYTHON} -c "import pyarrow as p; print(p.get_include(), p.get_library_dirs()[0], p.cpp_version_info.major, sep=';')"
    OUTPUT_VARIABLE arrow_facts OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE arrow_missing)
  if(arrow_missing)
    message(FATAL_ERROR "Apache Arrow C++ was not found, and neither was pyarrow in '${SHOAL_PYTHON}'. "
                        "Run ./dev build, which sets both up, or pass -DSHOAL_PYTHON=<python with pyarrow>.")
  endif()
  list(GET arrow_facts 0 arrow_include)
  list(GET arrow_facts 1 arrow_lib_dir)
  list(GET arrow_facts 2 arrow_major)
  add_library(Arrow::arrow_shared SHARED IMPORTED)
  set_target_properties(Arrow::arrow_shared PROPERTIES
    IMPORTED_LOCATION ${arrow_lib_dir}/libarrow.so.${arrow_major}00
    INTERFACE_INCLUDE_DIRECTORIES ${arrow_include})
  message(STATUS "Apache Arrow ${arrow_major} from pyarrow: ${arrow_lib_dir}")
endif()
