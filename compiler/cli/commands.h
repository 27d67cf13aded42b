/* The commands, each in the file of its name. A command returns the exit code of rigidc.
 * Called from main's table. A command owns and frees the model it loads; the options are main's. */
#ifndef RIGIDC_COMMANDS_H
#define RIGIDC_COMMANDS_H

struct Options;

enum CommandId {
#define COMMAND(id, name, operand, summary) COMMAND_##id,
#include "commands.def"
	COMMAND_COUNT
};

#define COMMAND(id, name, operand, summary) int command_##name(const struct Options *options);
#include "commands.def"

#endif
