/* The templates of package/, compiled in. Marks in their texts and in their paths are replaced. */
#include "folder.h"

#include <string.h>

#include "base/version.h"

static const struct Template {
	const char *path, *text; /* path: "cmake/src/NAME.in" */
} templates[] = {
#include "package_files.inc" /* made from the files of package/ */
};
enum { TEMPLATES = sizeof templates / sizeof *templates };

static const char *template_text(const struct Folder *folder, const char *path)
{
	for (int i = 0; i < TEMPLATES; i++)
		if (strcmp(templates[i].path, path) == 0)
			return templates[i].text;
	NEVER(folder->arena, "a template is missing");
}

/* --- marks --- */

static void put_name(struct Folder *folder, struct Text *out)
{
	text_put(out, folder->name);
}
static void put_prefix(struct Folder *folder, struct Text *out)
{
	text_put(out, folder->prefix);
}
static void put_upper(struct Folder *folder, struct Text *out)
{
	text_put(out, folder->upper);
}
static void put_kind(struct Folder *folder, struct Text *out)
{
	text_put(out, folder->kind->name);
}
static void put_code(struct Folder *folder, struct Text *out)
{
	text_put(out, folder->code);
}
static void put_model(struct Folder *folder, struct Text *out)
{
	text_put(out, folder->file);
}
static void put_real(struct Folder *folder, struct Text *out)
{
	text_put(out, folder->printer.real->name);
}

static void put_rust_real(struct Folder *folder, struct Text *out)
{
	text_put(out, folder_rust_real(folder));
}

static void put_bytes(struct Folder *folder, struct Text *out)
{
	text_put(out, folder->printer.real->narrow ? "4" : "8");
}

static void put_version(struct Folder *folder, struct Text *out)
{
	(void)folder;
	text_put(out, RIGIDC_VERSION);
}

static void put_about(struct Folder *folder, struct Text *out)
{
	text_put(out, folder_fill(folder, template_text(folder, "shared/about.md.in")));
}

/* Marks of templates and the functions that replace them. Any other text between two @ stays. */
static const struct Mark {
	const char *mark;
	void (*put)(struct Folder *folder, struct Text *out);
} marks[] = {
	{ "@NAME@", put_name },
	{ "@PREFIX@", put_prefix },
	{ "@UPPER@", put_upper },
	{ "@KIND@", put_kind },
	{ "@CODE@", put_code },
	{ "@MODEL@", put_model },
	{ "@REAL@", put_real },
	{ "@BYTES@", put_bytes },
	{ "@RUST_REAL@", put_rust_real },
	{ "@VERSION@", put_version },
	{ "@ABOUT@", put_about },
	{ "@TABLE@", folder_put_table },
	{ "@OPTIONS@", folder_put_options },
	{ "@CMAKE_OPTIONS@", folder_put_cmake_options },
	{ "@CALLS@", folder_put_calls },
	{ "@TEST_INCLUDE@", folder_put_test_include },
	{ "@TEST_CALL@", folder_put_test_call },
	{ "@TEST@", folder_put_test_words },
	{ "@KEYWORDS@", folder_put_keywords },
	{ "@RUST_CONSTANTS@", folder_put_rust_constants },
	{ "@RUST@", folder_put_rust },
	{ "@RUST_TESTS@", folder_put_rust_tests },
	{ "@RUST_TEST_FILE@", folder_put_rust_test_file },
	{ "@RUST_TEST_C@", folder_put_rust_test_c },
	{ "@RUST_TEST@", folder_put_rust_test },
	{ "@SIMULINK@", folder_put_simulink },
	{ "@JOINTS@", folder_put_joints },
	{ "@JAVASCRIPT_TESTS@", folder_put_javascript_tests },
	{ "@CASADI@", folder_put_casadi },
	{ "@CASADI_INT@", folder_put_casadi_int },
	{ "@ACADOS_NV@", folder_put_acados_nv },
	{ "@ACADOS_NX@", folder_put_acados_nx },
	{ "@ACADOS_NU@", folder_put_acados_nu },
	{ "@ACADOS_NF@", folder_put_acados_nf },
	{ "@ACADOS_NR@", folder_put_acados_nr },
	{ "@ACADOS_NP@", folder_put_acados_np },
	{ "@ACADOS_DRIVEN@", folder_put_acados_driven },
	{ "@ACADOS_MORE@", folder_put_acados_more },
	{ "@ACADOS_SPARE@", folder_put_acados_spare },
	{ "@ACADOS_PREPARE@", folder_put_acados_prepare },
	{ "@CASADI_DERIVED@", folder_put_casadi_derived },
	{ "@CASADI_LONGEST@", folder_put_casadi_longest },
	{ "@CASADI_TABLE@", folder_put_casadi_table },
	{ "@CASADI_FIRST@", folder_put_casadi_first },
	{ "@CASADI_CALL@", folder_put_casadi_call },
	{ "@CASADI_VARIABLES@", folder_put_casadi_variables },
	{ "@FMI_DESCRIPTION@", folder_put_fmi_description },
	{ "@FMI_TOKEN@", folder_put_fmi_token },
	{ "@FMI_VARIABLES@", folder_put_fmi_rows },
	{ "@FMI_OPTIONS@", folder_put_fmi_options },
	{ "@FMI_NQ@", folder_put_fmi_nq },
	{ "@FMI_NV@", folder_put_fmi_nv },
	{ "@FMI_NF@", folder_put_fmi_nf },
	{ "@FMI_NP@", folder_put_fmi_np },
	{ "@FMI_NO@", folder_put_fmi_no },
	{ "@FMI_TURNS@", folder_put_fmi_turns },
	{ "@FMI_ROWS@", folder_put_fmi_rows_held },
	{ "@FMI_CLOSURES@", folder_put_fmi_closures },
	{ "@FMI_NORM_RATE@", folder_put_fmi_norm_rate },
	{ "@FMI_TABLE_OF_SIZES@", folder_put_fmi_sizes },
	{ "@FMI_START@", folder_put_fmi_start },
	{ "@FMI_RATE_OF@", folder_put_fmi_rate_of },
	{ "@FMI_TURN@", folder_put_fmi_turn },
	{ "@FMI_DERIVED@", folder_put_fmi_derived },
	{ "@FMI_CALLS@", folder_put_fmi_calls },
};

/* The mark at the beginning of a text, or NULL. */
static const struct Mark *mark_at(const char *text)
{
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (strncmp(text, marks[i].mark, strlen(marks[i].mark)) == 0)
			return &marks[i];
	return NULL;
}

const char *folder_fill(struct Folder *folder, const char *text)
{
	struct Text out;
	text_init(&out, folder->arena);
	while (*text) {
		const struct Mark *mark = *text == '@' ? mark_at(text) : NULL;
		if (mark) {
			mark->put(folder, &out);
			text += strlen(mark->mark);
			/* texts of whole lines include the last line end */
			text += *text == '\n' && out.count && out.item[out.count - 1] == '\n';
			continue;
		}
		size_t plain = 1 + strcspn(text + 1, "@");
		text_bytes(&out, text, plain);
		text += plain;
	}
	return text_string(&out);
}

/* --- files --- */

/* Path of a template in the folder, without the kind at the beginning and .in at the end. NULL: a template of another
 * kind. */
static const char *path_of(struct Folder *folder, const char *path)
{
	size_t kind = strlen(folder->kind->name);
	if (strncmp(path, folder->kind->name, kind) != 0 || path[kind] != '/')
		return NULL;
	return folder_fill(folder, arena_copy(folder->arena, path + kind + 1, strlen(path) - kind - 1 - strlen(".in")));
}

const struct OutputFile *folder_files(struct Folder *folder, int *count)
{
	struct OutputFile *files = ARENA_ARRAY(folder->arena, struct OutputFile, TEMPLATES);
	*count = 0;
	for (int i = 0; i < TEMPLATES; i++) {
		const char *path = path_of(folder, templates[i].path);
		if (!path)
			continue;
		const char *text = folder_fill(folder, templates[i].text);
		if (text[strspn(text, "\n")]) /* there are files that go with an option */
			files[(*count)++] = (struct OutputFile){ path, text, strlen(text) };
	}
	return files;
}
