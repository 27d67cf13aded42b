#pragma once
namespace hardware_interface
{
constexpr char HW_IF_POSITION[] = "position", HW_IF_VELOCITY[] = "velocity", HW_IF_EFFORT[] = "effort";
}
