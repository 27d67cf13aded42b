#include "machines.h"

/* Registers of a machine, with conditions for double and for float. */
static const struct {
	int bytes;
	const char *condition[2];
} machine_table[MACHINES] = {
	[MACHINE_AVX512] = { 64, { "defined(__AVX512F__)", "defined(__AVX512F__)" } },
	[MACHINE_AVX] = { 32, { "defined(__AVX__)", "defined(__AVX__)" } },
	[MACHINE_SSE] = { 16,
	                  { "defined(__SSE2__) || defined(__aarch64__)", "defined(__SSE__) || defined(__ARM_NEON)" } },
	[MACHINE_VSX] = { 16, { "defined(__VSX__)", "defined(__VSX__)" } },
};

/* Builtin fma of x86: name without __builtin_ia32_, further arguments, and compilers. */
static const struct {
	bool narrow;
	enum Machine machine;
	const char *name, *more, *only;
} builtin_fma[] = {
	{ false, MACHINE_SSE, "vfmaddpd", "", "" },
	{ false, MACHINE_AVX, "vfmaddpd256", "", "" },
	{ false, MACHINE_AVX512, "vfmaddpd512_mask", ", 0xff, 4", "" }, /* all lanes, default rounding */
	{ true, MACHINE_SSE, "vfmaddps", "", "" },
	{ true, MACHINE_AVX, "vfmaddps256", "", "" },
	{ true, MACHINE_AVX512, "vfmaddps512_mask", ", 0xffff, 4", " && defined(__clang__)" },
	{ true, MACHINE_AVX512, "vfmaddps512_mask", ", -1, 4", "" }, /* gcc's mask is signed */
};

/* Condition of the fma instruction. x86 has it for both types of numbers, ARM and others for each. */
const char *c_fma_condition(const struct Printer *p)
{
	return p->real->narrow
	               ? "defined(__FMA__) || defined(__FP_FAST_FMAF) || defined(__ARM_FEATURE_FMA)"
	               : "defined(__FMA__) || defined(__FP_FAST_FMA) || (defined(__ARM_FEATURE_FMA) && (__ARM_FP & 8))";
}

const char *c_machine_condition(const struct Printer *p, enum Machine machine)
{
	return machine_table[machine].condition[p->real->narrow];
}

int c_in_register(const struct Printer *p, enum Machine machine)
{
	return machine_table[machine].bytes / (int)(p->real->narrow ? sizeof(float) : sizeof(double));
}

void c_put_registers(struct Printer *p, const char *first, const char *macro, bool none)
{
	for (enum Machine m = MACHINE_AVX512; m < MACHINE_SSE; m++)
		text_format(p->out, "%s %s\n#define %s %d\n", m ? "#elif" : first, c_machine_condition(p, m), macro,
		            c_in_register(p, m));
	if (none)
		text_format(p->out, "#elif %s || %s\n", c_machine_condition(p, MACHINE_SSE),
		            c_machine_condition(p, MACHINE_VSX));
	text_format(p->out, "%s#define %s %d\n", none ? "" : "#else\n", macro, c_in_register(p, MACHINE_SSE));
	if (none)
		text_format(p->out, "#else\n#define %s 1\n", macro);
	text_put(p->out, "#endif\n");
}

void c_put_vector_type(struct Printer *p, const struct Type *type, const char *more)
{
	bool states = type->lanes == LANES_STATES;
	const char *count = states && !p->states ? c_own(p, OWN_LANES) : text_print(p->arena, "%d", type->width);
	text_format(p->out, "typedef %s %s%s__attribute__((vector_size(%s*sizeof(%s)), may_alias%s));\n%s",
	            p->real->name, type->name, states ? "\n\t" : " ", count, p->real->name, more, states ? "" : "\n");
}

/* Vector fma by builtin functions: compilers do not turn a loop over lanes into the vector instruction. */
void c_put_vector_fma(struct Printer *p, const struct Type *type, bool any)
{
	const char *name = type->name, *number = c_number(p).fma;
	const char *count = type->width ? text_print(p->arena, "%d", type->width) : c_own(p, OWN_LANES);
	text_format(p->out, "%s%s %s(%s a, %s b, %s c)\n{\n", p->dialect->storage.vectors[1], name, type->fma, name,
	            name, name);
	text_put(p->out,
	         "#if (defined(__FMA__) || defined(__aarch64__)) && defined(__clang__) && __clang_major__ >= 18\n"
	         "\treturn __builtin_elementwise_fma(a, b, c);\n");
	for (size_t i = 0; i < sizeof builtin_fma / sizeof *builtin_fma; i++) {
		enum Machine machine = builtin_fma[i].machine;
		int held = c_in_register(p, machine);
		if (builtin_fma[i].narrow != p->real->narrow || (type->width && type->width != held))
			continue;
		text_put(p->out, "#elif defined(__FMA__)");
		if (machine == MACHINE_AVX512) /* narrower registers come with fma */
			text_format(p->out, " && %s%s", c_machine_condition(p, machine), builtin_fma[i].only);
		if (!type->width)
			text_format(p->out, " && %s == %d", count, held);
		text_format(p->out, "\n\treturn __builtin_ia32_%s(a, b, c%s);\n", builtin_fma[i].name,
		            builtin_fma[i].more);
	}
	if (any && p->job->request->fma == FMA_AUTO)
		text_format(p->out, "#elif !(%s)\n\treturn %s(a, b, c);\n", c_fma_condition(p), number);
	text_format(p->out,
	            "#else\n\t%s sum = c;\n\tfor (int lane = 0; lane < %s; lane++)\n"
	            "\t\tsum[lane] = %s(a[lane], b[lane], c[lane]);\n\treturn sum;\n#endif\n}\n",
	            name, count, number);
}
