# Stands for ESP-IDF where an example is built for the host, IDF_PATH being two folders above: `project` adds the component `main`
# and what its manifest says it is on.
set(idf_here "${CMAKE_CURRENT_LIST_DIR}")

macro(idf_component_register)
  cmake_parse_arguments(idf "" "" "SRCS;INCLUDE_DIRS" ${ARGN})
  add_library(${idf_component} OBJECT ${idf_SRCS})
  target_include_directories(${idf_component} PUBLIC ${idf_INCLUDE_DIRS})
endmacro()

# First all are read by a script, for what they need, where nothing can be built.
function(idf_component name folder)
  execute_process(COMMAND ${CMAKE_COMMAND} -DCOMPONENT=${folder} -P "${idf_here}/early.cmake" COMMAND_ERROR_IS_FATAL ANY)
  set(idf_component ${name})
  add_subdirectory(${folder} ${CMAKE_BINARY_DIR}/${name})
endfunction()

macro(project name)
  _project(${name} LANGUAGES C)
  file(STRINGS main/idf_component.yml needed REGEX "override_path")
  string(REGEX REPLACE ".*\"(.*)\"" "\\1" needed "${needed}")
  get_filename_component(needed "${CMAKE_CURRENT_SOURCE_DIR}/main/${needed}" ABSOLUTE)
  idf_component(needed ${needed})
  idf_component(main ${CMAKE_CURRENT_SOURCE_DIR}/main)
  target_link_libraries(main PUBLIC needed)
  add_executable(app "${idf_here}/start.c")
  target_link_libraries(app PRIVATE main needed m)
endmacro()
