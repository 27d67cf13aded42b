#include "export.h"

#include "model/body.h"

struct KindWords {
	const char *one, *many;
};

static const struct KindWords words[] = {
#define EXPORT_KIND(id, one, many, total) { one, many },
#include "export_kinds.def"
};

static size_t moving_joints(const struct Model *model)
{
	size_t count = 0;
	for (int i = 0; i < model->bodies; i++)
		count += body_moves(&model->body[i]);
	return count;
}

static size_t solids(const struct Model *model)
{
	size_t count = 0;
	for (int i = 0; i < model->bodies; i++)
		count += model->body[i].solids.count;
	return count;
}

static size_t shapes(const struct Model *model)
{
	size_t count = 0;
	for (int i = 0; i < model->bodies; i++)
		for (const struct BodyShape *one = model->body[i].shapes; one; one = one->next)
			count++;
	return count;
}

struct ExportCounts export_counts(const struct Model *model)
{
	return (struct ExportCounts){ .total = {
#define EXPORT_KIND(id, one, many, total) total,
#include "export_kinds.def"
				      } };
}

const char *export_counts_line(struct Arena *arena, const char *title, const struct ExportCounts *counts)
{
	struct Text out = text_new(arena);
	int named = 0;
	text_format(&out, "%s:", title);
	for (int i = 0; i < EXPORT_KINDS; i++)
		if (counts->total[i])
			text_format(&out, "%s %zu of %zu %s", named++ ? "," : "", counts->written[i], counts->total[i],
			            counts->total[i] == 1 ? words[i].one : words[i].many);
	text_put(&out, named ? "" : " nothing");
	if (counts->marks)
		text_format(&out, "; %zu ball%s mark%s", counts->marks, counts->marks == 1 ? "" : "s",
		            counts->marks == 1 ? "s a body without shapes" : " bodies without shapes");
	text_char(&out, '\n');
	return text_string(&out);
}
