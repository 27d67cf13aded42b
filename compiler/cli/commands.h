/* The commands, each in the file of its name. A command returns the exit code of rigidc.
 * Called from main's table. A command owns and frees the model it loads; the options are main's. */
#ifndef RIGIDC_COMMANDS_H
#define RIGIDC_COMMANDS_H

struct Options;

int command_compile(const struct Options *options);
int command_eval(const struct Options *options);
int command_sim(const struct Options *options);
int command_plot(const struct Options *options);
int command_check(const struct Options *options);
int command_info(const struct Options *options);
int command_report(const struct Options *options);
int command_package(const struct Options *options);
int command_import(const struct Options *options);
int command_fmt(const struct Options *options);

#endif
