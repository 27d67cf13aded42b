#include "info_column.h"

#include "cli/text_json.h"
#include "dag/default_values.h"

int info_widen(int width, struct Arena *arena, const char *name)
{
	int used = text_width(text_shown(arena, name));
	return used > width ? used : width;
}

void info_put_name(struct Text *out, const char *name, int width)
{
	const char *shown = text_shown(out->arena, name);
	int used = text_width(shown);
	text_format(out, "%s%*s", shown, used < width ? width - used : 0, "");
}

json_t *info_default_json(const struct Model *model, Ref value)
{
	return text_json_number(dag_default_value(model->dag, value));
}
