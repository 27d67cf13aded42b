/* A machine without an operating system, with its debugger, here qemu, as output: a special instruction is a call. */
#include "driver.h"

enum { WRITE0 = 4, EXIT = 0x18, APPLICATION_EXIT = 0x20026 };

static void call(long what, const void *argument)
{
#ifdef __riscv
	register long a0 __asm__("a0") = what;
	register const void *a1 __asm__("a1") = argument;
	/* three uncompressed instructions in one page */
	__asm__ volatile(".option push\n.option norvc\n.balign 16\n"
	                 "slli x0, x0, 0x1f\nebreak\nsrai x0, x0, 7\n.option pop"
	                 : "+r"(a0)
	                 : "r"(a1)
	                 : "memory");
#else
	register long r0 __asm__("r0") = what;
	register const void *r1 __asm__("r1") = argument;
	__asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
#endif
}

void put(const char *text)
{
	call(WRITE0, text);
}

static void leave(void)
{
	static const long reason[] = { APPLICATION_EXIT, 0 };
	call(EXIT, sizeof(long) == 8 ? (const void *)reason : (const void *)APPLICATION_EXIT);
	for (;;)
		;
}

#ifdef __riscv
/* entry point of qemu-riscv, with a stack */
void _start(void)
#else
/* called by startup.c of examples/iiwa_controller */
void fault(void);
void fault(void)
{
	put("fault\n");
	leave();
}

int main(void)
#endif
{
	run();
	leave();
#ifndef __riscv
	return 0;
#endif
}
