// Stands for ros2_control where a controller is run on the host: as much of its interfaces as the controller uses.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rclcpp/duration.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp_lifecycle/state.hpp"

namespace controller_interface
{

enum class interface_configuration_type { ALL, INDIVIDUAL, NONE };
enum class CallbackReturn { SUCCESS, FAILURE, ERROR };
enum class return_type { OK, ERROR };

struct InterfaceConfiguration
{
  interface_configuration_type type;
  std::vector<std::string> names;
};

struct Interface
{
  double *number;
  double get_value() const { return *number; }
  void set_value(double value) { *number = value; }
};

struct Parameter
{
  double number;
  double as_double() const { return number; }
};

struct Node
{
  std::map<std::string, double> parameters;
  Parameter get_parameter(const std::string & name) const { return {parameters.at(name)}; }
};

class ControllerInterface
{
public:
  virtual ~ControllerInterface() = default;
  virtual InterfaceConfiguration command_interface_configuration() const = 0;
  virtual InterfaceConfiguration state_interface_configuration() const = 0;
  virtual CallbackReturn on_init() = 0;
  virtual CallbackReturn on_configure(const rclcpp_lifecycle::State &) { return CallbackReturn::SUCCESS; }
  virtual CallbackReturn on_activate(const rclcpp_lifecycle::State &) { return CallbackReturn::SUCCESS; }
  virtual CallbackReturn on_deactivate(const rclcpp_lifecycle::State &) { return CallbackReturn::SUCCESS; }
  virtual return_type update(const rclcpp::Time & time, const rclcpp::Duration & period) = 0;

  std::shared_ptr<Node> get_node() const { return node; }
  std::vector<Interface> command_interfaces_, state_interfaces_;

protected:
  template <class T> void auto_declare(const std::string & name, const T & usual) { node->parameters.insert({name, usual}); }

private:
  std::shared_ptr<Node> node = std::make_shared<Node>();
};

}  // namespace controller_interface
