#include "stages.h"

#include "model/body.h"
#include "model/joint.h"
#include "model/part/naming.h"
#include "position.h"

static void mark(struct Scope *scope, struct Model *model, const struct NameTable *joints, const struct Stmt *stmt)
{
	for (size_t i = 0; i < stmt->list.count; i++) {
		bool root;
		struct Ident name = name_meant(scope, model, stmt->list.item[i].name, &root);
		int body = name.text ? position_joint(model, scope->diags, joints, name, CHECK_BAD_IDLE, "drive") : -1;
		if (body >= 0)
			model->body[body].joint->idle = true;
	}
}

void idle_declare(struct Scope *scope, struct Model *model, const struct Items *items)
{
	const struct NameTable joints = model_joints(model);
	for (size_t i = 0; i < items->count; i++)
		if (items->item[i].stmt->kind == STMT_IDLE)
			mark(scope, model, &joints, items->item[i].stmt);
}
