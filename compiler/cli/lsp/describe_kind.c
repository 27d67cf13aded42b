/* What a joint kind means: its parameters, its size and its motions. */
#include "symbol.h"
#include "cli/markup.h"
#include "grammar/print_rig.h"

/* The motions of a kind that is defined in the language: "rotate axis by q". */
static void put_motions(struct Text *out, const struct JointKind *kind)
{
	const struct Stmt *stmt = kind->definition ? kind->definition->block.first : NULL;
	for (; stmt; stmt = stmt->next) {
		if (!stmt->name.text || !stmt->value || !stmt->by)
			continue;
		struct Text motion = text_new(out->arena);
		text_format(&motion, "%s ", stmt->name.text);
		print_expr(stmt->value, &motion);
		text_put(&motion, " by ");
		print_expr(stmt->by, &motion);
		text_char(out, '\n');
		markup_put_plain(out, text_string(&motion));
		text_put(out, "  \n");
	}
}

void describe_motion(struct Text *out, const struct JointKind *kind)
{
	markup_put_comment(out, kind->summary ? kind->summary : "a kind of the model");
	text_format(out, "; nq %d, nv %d\n", kind->nq, kind->nv);
	put_motions(out, kind);
}

void describe_kind(struct Text *out, const struct JointKind *kind)
{
	text_format(out, "```rig\njoint : %s", text_shown(out->arena, kind->name));
	for (int i = 0; i < kind->parameters; i++)
		text_format(out, "%s%s", i ? ", " : "(", text_shown(out->arena, kind->parameter[i].name));
	text_format(out, "%s\n```\n", kind->parameters ? ")" : "");
	describe_motion(out, kind);
}
