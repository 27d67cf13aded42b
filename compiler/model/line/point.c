#include "point.h"

#include <string.h>

#include "model/body.h"
#include "model/expression/evaluate.h"
#include "model/expression/mirror.h"
#include "model/expression/path.h"
#include "model/part/naming.h"
#include "model/part/unsure.h"

static void unknown_point(const struct Points *points, struct Diags *diags, struct Ident name)
{
	const struct Resolver *resolver = points->resolver;
	struct Nearest nearest = diags_nearest(diags, name.text);
	nearest_try(&nearest, "world");
	NEAREST_EACH(&nearest, resolver->item, resolver->count, name.text);
	diag_nearest(diags, diag(diags, CHECK_UNKNOWN_POINT, name.span, "there is no body or frame '%s'", name.text),
	             &nearest);
}

/* Body of a site, which is a body, a frame or the world (-1). *at becomes a placement in the body's frame. */
static int body_under(const struct Points *points, int number, struct Placement *at)
{
	const struct DeclaredSite *site = number < 0 ? NULL : &points->resolver->item[number];
	if (!site || site->body)
		return site ? site->index : -1;
	const struct Frame *frame = &points->model->frame[site->index];
	*at = placement_compose(points->model->dag, frame->at, *at);
	return frame->body;
}

/* Place found by its name. */
struct Named {
	int site;         /* -1: the world */
	bool root;        /* the carrier of a part, */
	unsigned seen_by; /* and the reflection of the place where it is named (model/expression/mirror.h) */
};

/* Finds a place; *at is its frame relative to the site. False after a diagnostic. */
static bool find_place(struct Scope *scope, const struct Points *points, struct Ident name, struct Named *place,
                       struct Placement *at, struct Ident *full)
{
	const struct Resolver *resolver = points->resolver;
	const struct Instance *in = instance_of(scope->locals.env);
	*full = name_meant(scope, points->model, name, &place->root);
	full->span = name.span;
	if (!full->text || is_unsure(points->model, full->text))
		return false;
	*at = place->root ? in->base : placement_identity(scope->dag);
	place->seen_by = place->root ? in->carrier_mirror : in ? in->mirror : 0;
	place->site = ident_is_world(*full) ? -1 : names_find(&resolver->names, full->text);
	if (place->site >= 0 || ident_is_world(*full) || strcmp(full->text, "world") == 0)
		return true;
	unknown_point(points, scope->diags, *full);
	return false;
}

bool place_named(struct Scope *scope, const struct Points *points, struct Ident name, int *body, struct Placement *at,
                 struct Ident *full)
{
	struct Named place;
	if (!find_place(scope, points, name, &place, at, full))
		return false;
	if (place.root)
		*at = resolver_seen(points->resolver, scope->dag, place.site, place.seen_by, *at);
	*body = body_under(points, place.site, at);
	return true;
}

bool place_on(struct Scope *scope, const struct Points *points, struct Ident name, const struct Arguments *list,
              int *body, struct Placement *at, struct Ident *full)
{
	const struct Instance *in = instance_of(scope->locals.env);
	struct Named place;
	if (!find_place(scope, points, name, &place, at, full) || !evaluate_on(scope, list, in ? in->mirror : 0, at))
		return false;
	*at = resolver_seen(points->resolver, scope->dag, place.site, place.seen_by, *at);
	*body = body_under(points, place.site, at);
	return true;
}

struct Ident place_of(const struct Expr *expr)
{
	if (expr->kind == EXPR_NAME)
		return expr->name;
	return (struct Ident){ .text = path_is(expr) ? "" : NULL,
		               .span = expr->span,
		               .path = path_is(expr) ? expr : NULL };
}

bool point_named(struct Scope *scope, const struct Points *points, struct Ident name, struct Point *point,
                 struct Ident *full)
{
	struct Placement at;
	int body;
	if (!place_named(scope, points, name, &body, &at, full))
		return false;
	*point = (struct Point){ .body = body, .p = at.p };
	return true;
}

bool point_at(struct Scope *scope, const struct Points *points, struct Ident name, struct Vec p, struct Point *point,
              struct Ident *full)
{
	const struct Instance *in = instance_of(scope->locals.env);
	struct Placement at, own = placement_identity(scope->dag);
	struct Named place;
	if (!find_place(scope, points, name, &place, &at, full))
		return false;
	own.p = mirror_vector(scope->dag, in ? in->mirror : 0, p);
	at = placement_compose(scope->dag, at, own);
	at = resolver_seen(points->resolver, scope->dag, place.site, place.seen_by, at);
	point->body = body_under(points, place.site, &at);
	point->p = at.p;
	return true;
}

bool points_of_distance(struct Scope *scope, const struct Points *points, const struct Expr *const name[2],
                        struct Point end[2])
{
	bool good = true;
	for (int i = 0; i < 2; i++) {
		struct Ident full, given = place_of(name[i]);
		if (!given.text) {
			diag(scope->diags, CHECK_KIND, name[i]->span,
			     "a distance is that of two bodies or frames: distance(A, B)");
			good = false;
			continue;
		}
		good &= point_named(scope, points, given, &end[i], &full);
	}
	return good;
}
