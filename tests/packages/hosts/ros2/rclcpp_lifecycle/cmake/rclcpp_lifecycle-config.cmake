set(rclcpp_lifecycle_INCLUDE_DIRS "${CMAKE_CURRENT_LIST_DIR}/../..")
