#pragma once
namespace rclcpp { struct Time {}; }
