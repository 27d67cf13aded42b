/* Runs many commands of rigidc: `commands OUT <ROWS`. Each row has the file for standard error, then the words of a command
 * line, with tabs between. Prints a line for each row: the exit code, as a shell has it, and the bytes of standard output,
 * which goes to the file OUT.
 *
 * A worker process runs one command after the other. Where a command ends the worker or closes standard output, another
 * worker runs the rows after it. Each command has a minute of processor time, or RIGIDC_TIMEOUT seconds. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* main of the command, compiled under this name */
int command_main(int argc, char **argv);

enum { MOST_WORDS = 64, MOST_ROWS = 100000 };

/* What the worker and its parent share. */
struct Outcome {
	int next; /* row of the current command */
	struct {
		int code;
		long bytes;
	} row[MOST_ROWS];
};

static void fail(const char *what)
{
	perror(what);
	exit(2);
}

static int opened(const char *path, int flags)
{
	int file = open(path, flags, 0600);
	if (file < 0)
		fail(path);
	return file;
}

static void redirect(const char *path, int flags, int to)
{
	int file = opened(path, flags);
	dup2(file, to);
	close(file);
}

/* Limits the processor time of the next command, soft, from now on. */
static void limit_time(void)
{
	const char *seconds = getenv("RIGIDC_TIMEOUT");
	struct rusage used;
	struct rlimit limit;
	getrusage(RUSAGE_SELF, &used);
	getrlimit(RLIMIT_CPU, &limit);
	limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec + (seconds ? atoi(seconds) : 60));
	setrlimit(RLIMIT_CPU, &limit);
}

/* Runs a row: its first word is the file for standard error. */
static int run(char *row)
{
	char *word[MOST_WORDS + 1];
	int words = 0;
	for (char *at = strtok(row, "\t\n"); at && words < MOST_WORDS; at = strtok(NULL, "\t\n"))
		word[words++] = at;
	word[words] = NULL;
	redirect(word[0], O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
	word[0] = (char[]){ "rigidc" };
	limit_time();
	return command_main(words, word);
}

static bool is_open(int file)
{
	return fcntl(file, F_GETFD) >= 0;
}

/* Runs rows up to the last one, or until a command closes standard output. */
static void work(struct Outcome *outcome, char **row, int rows, const char *out)
{
	struct stat written;
	redirect("/dev/null", O_RDONLY, STDIN_FILENO);
	while (outcome->next < rows && is_open(STDOUT_FILENO)) {
		redirect(out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
		int code = run(row[outcome->next]);
		if (is_open(STDOUT_FILENO))
			fflush(stdout);
		if (stat(out, &written) != 0)
			fail(out);
		outcome->row[outcome->next].bytes = (long)written.st_size;
		outcome->row[outcome->next++].code = code;
	}
}

/* Runs rows in a worker. A command that ends the worker has the exit code of the worker. */
static void run_worker(struct Outcome *outcome, char **row, int rows, const char *out)
{
	const int first = outcome->next;
	int status = 0;
	pid_t worker = fork();
	if (worker < 0)
		fail("fork");
	if (worker == 0) {
		work(outcome, row, rows, out);
		exit(0);
	}
	waitpid(worker, &status, 0);
	bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (!well && outcome->next == rows)
		fail("the last worker");
	if (!well || outcome->next == first)
		outcome->row[outcome->next++].code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
	static char *row[MOST_ROWS];
	size_t room = 0;
	int rows = 0;
	struct Outcome *outcome =
		mmap(NULL, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (argc != 2 || outcome == MAP_FAILED) {
		fputs("commands OUT <ROWS\n", stderr);
		return 2;
	}
	while (rows < MOST_ROWS && getline(&row[rows], &room, stdin) > 0) {
		rows++;
		room = 0;
	}
	while (outcome->next < rows)
		run_worker(outcome, row, rows, argv[1]);
	for (int i = 0; i < rows; i++)
		printf("%d\t%ld\n", outcome->row[i].code, outcome->row[i].bytes);
	return 0;
}
