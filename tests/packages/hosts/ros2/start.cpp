// Runs a controller: interfaces by name, numbers of the state in their order on standard input, twice: when it is activated and
// when it is updated. Prints the names, and the commands.
#include <iostream>

#include "controller_interface/controller_interface.hpp"

controller_interface::ControllerInterface * make_controller();

int main(int argc, char ** argv)
{
  std::unique_ptr<controller_interface::ControllerInterface> controller(make_controller());
  rclcpp_lifecycle::State inactive;
  controller->on_init();
  for (int i = 1; i + 1 < argc; i += 2) {
    controller->get_node()->parameters[argv[i]] = std::stod(argv[i + 1]);
  }
  controller->on_configure(inactive);
  const auto states = controller->state_interface_configuration().names;
  const auto commands = controller->command_interface_configuration().names;
  std::vector<double> state(states.size()), command(commands.size());
  for (auto & number : state) {
    controller->state_interfaces_.push_back({&number});
  }
  for (auto & number : command) {
    controller->command_interfaces_.push_back({&number});
  }
  const auto read = [&] {
    for (auto & number : state) {
      std::cin >> number;
    }
  };
  read();
  controller->on_activate(inactive);
  read();
  controller->update({}, {});
  for (const auto & name : states) {
    std::cout << name << '\n';
  }
  std::cout.precision(17);
  for (std::size_t i = 0; i < command.size(); i++) {
    std::cout << commands[i] << ' ' << command[i] << '\n';
  }
}
