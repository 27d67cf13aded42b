macro(idf_component_register)
endmacro()
include(${COMPONENT}/CMakeLists.txt)
