set(controller_interface_INCLUDE_DIRS "${CMAKE_CURRENT_LIST_DIR}/../..")
