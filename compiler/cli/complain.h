/* What the command says is wrong with its arguments, and what it exits with.
 * Called by the options, the lists, the output and the commands. Nothing is kept. */
#ifndef RIGIDC_COMPLAIN_H
#define RIGIDC_COMPLAIN_H

enum { EXIT_FINE = 0, EXIT_MODEL = 1, EXIT_USAGE = 2, EXIT_OUR_BUG = 70 };

/* Text on standard error, as far as it is harmless to a terminal, the rest made visible. */
void complain_put(const char *text);

/* All of these write a line "rigidc: ..." to standard error and return EXIT_USAGE. */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* There is no check of this name; is one near? */
int complain_check(const char *name);
/* "--list takes a, b or c, not 'value'; did you mean 'b'?": of the option `list`, with the verb `takes`. */
int complain_choice(const char *option, const char *verb, const char *const *choice, int choices,
                    const char *value);

#endif
