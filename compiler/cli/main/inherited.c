#include "inherited.h"

#include <stddef.h>

#include "base/signals.h"

static const int number[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
enum { NUMBERS = sizeof number / sizeof *number };
static bool ignored[NUMBERS];

static void look(void)
{
	for (size_t i = 0; i < NUMBERS; i++)
		ignored[i] |= signals_ignores(number[i]);
}

/* What ELF programs have in .preinit_array runs before the constructors of libraries, but also before a sanitizer is ready. */
#if defined(__ELF__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
__attribute__((section(".preinit_array"), used)) static void (*const before_libraries)(void) = look;
#endif

void signals_inherit(void)
{
	look();
	for (size_t i = 0; i < NUMBERS; i++)
		signal(number[i], ignored[i] ? SIG_IGN : SIG_DFL);
}
