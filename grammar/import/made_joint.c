#include "made.h"

static const char *const unit_of[2][UNIT_SPEED + 1] = {
	{ "rad", "N m", "kg m^2", "N m/rad", "N m s", "rad/s" },
	{ "m", "N", "kg", "N/m", "N s/m", "m/s" },
};

const char *made_joint_unit(bool slides, enum JointUnit unit)
{
	return unit_of[slides][unit];
}

static void add(struct Stmt *to, struct Stmt *stmt)
{
	to->block = statements_add(to->block, stmt);
}

void made_scalar_property(struct Diags *diags, struct Stmt *to, const char *name, const struct Figure *value,
                          const char *unit)
{
	add(to, made_property(diags, name, value->span, made_scalar(diags, value, unit)));
}

void made_damping(struct Diags *diags, struct Stmt *joint, bool slides, const struct Figure *damping)
{
	made_scalar_property(diags, joint, "damping", damping, unit_of[slides][UNIT_DAMPING]);
}

void made_friction(struct Diags *diags, struct Stmt *joint, bool slides, const struct Figure *friction)
{
	struct Stmt *law = made_property(diags, "friction", friction->span,
	                                 made_scalar(diags, friction, unit_of[slides][UNIT_FORCE]));
	made_push(diags, &law->at, made_digits(diags, friction->span, "0.01", false, unit_of[slides][UNIT_SPEED]));
	add(joint, law);
}

void made_spring(struct Diags *diags, struct Stmt *joint, bool slides, const struct Figure *stiffness,
                 struct Expr *rest)
{
	struct Stmt *spring = made_property(diags, "spring", stiffness->span,
	                                    made_scalar(diags, stiffness, unit_of[slides][UNIT_STIFFNESS]));
	if (rest)
		made_push(diags, &spring->at, rest);
	add(joint, spring);
}

struct Expr *made_inertia_in(struct Diags *diags, const struct Figure number[6], const char *unit)
{
	static const char *const entry[] = { "xx", "yy", "zz", "xy", "xz", "yz" };
	struct Arguments list = { 0 };
	bool diagonal = true, some = false;
	for (int i = 0; i < 6; i++) {
		some |= !number[i].zero;
		diagonal &= i < 3 || number[i].zero;
	}
	for (int i = 0; i < (diagonal ? 3 : 6); i++) {
		struct Ident name = { .text = diagonal ? NULL : entry[i], .span = number[i].span };
		if (i < 3 || !number[i].zero)
			list = arguments_add(diags, list, name, made_scalar(diags, &number[i], NULL));
	}
	if (!some)
		return NULL;
	return made_unit(diags, made_call(diags, number[0].span, diagonal ? "diag" : "tensor", list), unit);
}

struct Expr *made_inertia(struct Diags *diags, const struct Figure number[6])
{
	return made_inertia_in(diags, number, "kg m^2");
}
