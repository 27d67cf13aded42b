#pragma once
namespace rclcpp { struct Duration {}; }
