#pragma once
#define PLUGINLIB_EXPORT_CLASS(controller, base) \
  base * make_controller() { return new controller; }
