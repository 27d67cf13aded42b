#include "given_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_bits.h"

/* Properties with their units, and factors that give other default values. */
static const struct property {
	const char *name, *unit; /* NULL: depends on the joint */
	const char *factor[3];
} properties[] = {
	{ "mass", "kg", { "0", "0.3", "2" } },           { "com", "m", { "0", "-1.3", "0.5" } },
	{ "inertia", "kg m^2", { "0", "-0.5", "1.7" } }, { "armature", NULL, { "0", "0.4", "3" } },
	{ "gravity", "m/s^2", { "0", "-0.5", "2" } },
};
enum { PROPERTIES = sizeof properties / sizeof *properties };

/* The end of the comment or quoted name that begins here, or `at`. */
static const char *pass_over(const char *at)
{
	if (at[0] == '/' && at[1] == '/')
		return at + strcspn(at, "\n");
	if (at[0] == '/' && at[1] == '*')
		return strstr(at, "*/") + 2;
	if (*at != '"')
		return at;
	for (at++; *at != '"'; at++)
		at += *at == '\\';
	return at + 1;
}

/* Does a word that ends an expression begin here? */
static bool clause(const char *at)
{
	static const char *const words[] = { "about", "in", "at", "by" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t length = strlen(words[i]);
		if (isspace((unsigned char)at[-1]) && strncmp(at, words[i], length) == 0 &&
		    isspace((unsigned char)at[length]))
			return true;
	}
	return false;
}

/* The end of the expression that begins here; NULL if a comment or a quoted name is in it. */
static const char *expression_end(const char *at)
{
	for (int depth = 0; *at; at++) {
		if (pass_over(at) != at)
			return NULL;
		depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
		if (depth == 0 && (strchr("\n;}", *at) || clause(at)))
			break;
	}
	return at;
}

static const struct property *property_at(const char *at)
{
	for (int i = 0; i < PROPERTIES; i++) {
		size_t length = strlen(properties[i].name);
		if (strncmp(at, properties[i].name, length) == 0 && (at[length] == ' ' || at[length] == '\t'))
			return &properties[i];
	}
	return NULL;
}

/* Has the expression units? Exponents are digits and functions are names, so the answer may be a wrong no. */
static bool has_unit(const char *expression, size_t length)
{
	return memchr(expression, 'k', length) || memchr(expression, 'g', length);
}

/* Does the expression name an argument of a part, which has no meaning outside of it? */
static bool names_argument(const char *text, const char *expression, size_t length)
{
	for (const char *part = text; (part = strstr(part, "\npart ")) != NULL;) {
		part += strcspn(part + 1, "\n({") + 1;
		for (const char *at = part; *part == '(' && *at != ')'; at += strcspn(at, ",)")) {
			at += strspn(at, "(, ");
			size_t name = strcspn(at, ":,=) ");
			for (size_t i = 0; i + name <= length; i++)
				if (memcmp(expression + i, at, name) == 0 &&
				    !isalnum((unsigned char)expression[i + name]))
					return true;
		}
	}
	return false;
}

static void declare(FILE *file, int number, const struct property *property, const char *expression, size_t length,
                    const char *factor)
{
	fprintf(file, "\nparam given%d%s%s = ", number, property->unit ? ": " : "",
	        property->unit ? property->unit : "");
	if (factor)
		fprintf(file, "%s * (%.*s)\n", factor, (int)length, expression);
	else
		fprintf(file, "%.*s\n", (int)length, expression);
}

/* Copies the expression, or replaces it by a parameter; returns its end. */
static const char *put_value(uint64_t *rng, int chance, const struct property *property, const char *text,
                             const char *at, FILE *body, FILE *sound, FILE *distorted, int *count)
{
	at += strlen(property->name);
	fprintf(body, "%s ", property->name);
	while (*at == ' ' || *at == '\t')
		at++;
	const char *end = expression_end(at);
	if (!end || (!property->unit && !has_unit(at, (size_t)(end - at))) ||
	    names_argument(text, at, (size_t)(end - at)) || !random_chance(rng, chance))
		return at;
	fprintf(body, "given%d ", *count);
	declare(sound, *count, property, at, (size_t)(end - at), NULL);
	declare(distorted, (*count)++, property, at, (size_t)(end - at), property->factor[random_below(rng, 3)]);
	return end;
}

static char *joined(const char *body, const char *definitions, size_t *length)
{
	char *text = NULL;
	FILE *file = open_memstream(&text, length);
	fprintf(file, "%s\n%s", body, definitions);
	fclose(file);
	return text;
}

void given_text_draw(uint64_t *rng, const char *text, int chance, struct given_text *given)
{
	char *part[3];
	size_t length[3];
	FILE *file[3];
	for (int i = 0; i < 3; i++)
		file[i] = open_memstream(&part[i], &length[i]);
	bool begins = true; /* may a statement begin here? */
	given->count = 0;
	for (const char *at = text; *at;) {
		const struct property *property = begins ? property_at(at) : NULL;
		const char *end = pass_over(at);
		if (property) {
			at = put_value(rng, chance, property, text, at, file[0], file[1], file[2], &given->count);
			begins = false;
			continue;
		}
		if (end == at)
			end++;
		if (!isspace((unsigned char)*at) || *at == '\n')
			begins = strchr("\n{;", *at) != NULL;
		fwrite(at, 1, (size_t)(end - at), file[0]);
		at = end;
	}
	for (int i = 0; i < 3; i++)
		fclose(file[i]);
	given->sound = joined(part[0], part[1], &given->sound_length);
	given->distorted = joined(part[0], part[2], &given->distorted_length);
	given->body = part[0];
	free(part[1]);
	free(part[2]);
}

void given_text_free(struct given_text *given)
{
	free(given->sound);
	free(given->distorted);
	free(given->body);
}
