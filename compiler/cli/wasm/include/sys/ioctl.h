/* The size of a terminal for WebAssembly, where there is none.
 * Included by the command. Nothing is kept. */
#ifndef RIGIDC_WASM_IOCTL_H
#define RIGIDC_WASM_IOCTL_H

struct winsize {
	unsigned short ws_row, ws_col;
};

enum { TIOCGWINSZ = 1 };

static inline int ioctl(int file, int request, struct winsize *size)
{
	(void)file;
	(void)request;
	*size = (struct winsize){ 0, 0 };
	return -1;
}

#endif
