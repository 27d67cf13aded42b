#pragma once
namespace rclcpp_lifecycle { struct State {}; }
