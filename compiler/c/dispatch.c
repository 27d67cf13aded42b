/* Code for AVX2 beside code for any x86-64. gcc and clang compile a function for another machine by an attribute. The test of
 * the machine reads a word of libgcc or compiler-rt, which a constructor sets: the generated code has no state, and the linker
 * nothing to resolve at run time. The choice is made where registers of AVX hold all limbs and registers of SSE2 do not. Both
 * codes are in the file in any case, for -mavx and for machines without. The operations and their order are the same, and so are
 * the results, but for signs of zeros and NaN. */
#include "dispatch.h"

#include "machines.h"

bool c_may_dispatch(const struct Printer *p)
{
	const struct Request *request = p->job->request;
	return p->dialect->vectors && request->dispatch == DISPATCH_AUTO && !p->compact && !request->misra &&
	       !request->contract && !p->job->fuses;
}

/* Hosted x86-64, and gcc or clang with optimization for time. Options for a machine with AVX leave no choice. gcc for Windows does
 * not align registers of AVX on the stack. */
#define MACHINE "defined(__x86_64__) && defined(__SSE2__) && !defined(__AVX__) && __STDC_HOSTED__"
#define FOR_TIME "defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)"
#define SYSTEM "!defined(_WIN32) && !defined(__CYGWIN__)"
#define COMPILER "!defined(__INTEL_COMPILER) && !defined(__NVCOMPILER) && !defined(__CUDACC__) && !defined(__HIP__)"

void c_put_dispatch_macros(struct Printer *p)
{
	const char *macro = c_own(p, OWN_DISPATCH), *avx2 = c_own(p, OWN_AVX2);
	if (!p->dispatch && !p->batch_dispatch)
		return;
	text_format(
		p->out,
		"/* Code for AVX2 beside code for any x86-64, without options for a machine: functions choose when they are\n"
		" * called. The results are identical, but for signs of zeros and NaN. */\n"
		"#if " MACHINE " && " FOR_TIME "\n#if " GNU " && " SYSTEM "\n#if " COMPILER "\n"
		"#define %s 1\n#define %s __attribute__((target(\"avx2\")))\n#endif\n#endif\n#endif\n"
		"#ifndef %s\n#define %s 0\n#define %s\n#endif /* %s */\n\n",
		macro, avx2, macro, macro, avx2, macro);
}

/* AVX-512 has an instruction for a*b + c beside d*e - f, which gcc's SLP vectorizer takes in spite of fp-contract=off. */
static const struct DispatchedBatch of_avx512 = {
	"avx512f",
	8,
	COMPANION_LANES_AVX512,
	COMPANION_SET_AVX512,
	{ "#ifndef __clang__\n#pragma GCC push_options\n#pragma GCC optimize(\"no-tree-slp-vectorize\")\n#endif\n",
	  "#ifndef __clang__\n#pragma GCC pop_options\n#endif\n" },
};

/* Without them gcc -O2 takes two to six times as long for a state. Blocks have 8 states, in float one register of AVX. */
int c_dispatched_batches(const struct Printer *p, struct DispatchedBatch batch[DISPATCHED_BATCHES])
{
	int count = 0;
	if (!p->batch_dispatch)
		return 0;
	if (!p->real->narrow)
		batch[count++] = of_avx512;
	batch[count++] = (struct DispatchedBatch){
		"avx2", c_in_register(p, MACHINE_AVX), COMPANION_LANES_AVX2, COMPANION_SET_AVX2, { "", "" }
	};
	return count;
}

int c_dispatched_body(const struct Printer *p, const struct Bodies *bodies)
{
	int found = -1;
	bool chosen = p->dispatch && p->job->request->limb_lanes == LIMB_LANES_AUTO;
	for (int i = 0; i < bodies->count && found < 0 && chosen; i++) {
		const struct LimbFold *limbs = bodies->item[i].limbs;
		if (limbs && limbs->width == c_in_register(p, MACHINE_AVX))
			found = i;
	}
	return found;
}

const char *c_avx2(const struct Printer *p, bool wide)
{
	return wide ? text_print(p->arena, "%s\n", c_own(p, OWN_AVX2)) : "";
}

void c_put_dispatch(struct Printer *p)
{
	if (!p->chooses)
		return;
	text_format(p->out, "#if %s\n\tif (__builtin_cpu_supports(\"avx2\")) {\n\t\t%s(", c_own(p, OWN_DISPATCH),
	            c_companion(p, NULL, COMPANION_AVX2));
	c_put_names(p);
	text_put(p->out, ");\n\t\treturn;\n\t}\n#endif\n");
}

/* gcc -O1 leaves upper halves of registers dirty, which slows code for SSE2 down. No macro tells -O1 from -O2. */
void c_put_clean(struct Printer *p)
{
	text_put(p->out, "\t__builtin_ia32_vzeroupper();\n");
}

void c_put_dispatch_end(struct Printer *p)
{
	if (p->wide)
		text_format(p->out, "#if %s\n", c_own(p, OWN_DISPATCH));
	if (p->wide || p->states)
		c_put_clean(p);
	text_put(p->out, p->wide ? "#endif\n" : "");
}
