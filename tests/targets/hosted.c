/* A machine with an operating system. */
#include "driver.h"
#include <stdio.h>

void put(const char *text)
{
	fputs(text, stdout);
}

int main(void)
{
	run();
	return 0;
}
