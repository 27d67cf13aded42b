/* Signals as whoever started the command left them: the default, or ignored, as by nohup.
 * Called when the command begins. Owns nothing. */
#ifndef RIGIDC_INHERITED_H
#define RIGIDC_INHERITED_H

/* Libraries that are loaded with the command may have set handlers: those of MPI, which SUNDIALS brings on Debian 13, catch
 * SIGHUP. Takes these back. */
void signals_inherit(void);

#endif
