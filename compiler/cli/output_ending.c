#include "output.h"

#include "complain.h"

int output_takes(const char *path, const char *ending)
{
	if (!output_is_file(path) || text_ends(path, ending))
		return EXIT_FINE;
	return complain_ending("-o", &ending, 1, path);
}

int output_choose(const char *path, const char *const *ending, int endings, int *format)
{
	if (*format >= 0)
		return output_takes(path, ending[*format]);
	if (!output_is_file(path))
		return EXIT_FINE;
	for (int i = 0; i < endings && *format < 0; i++)
		if (text_ends(path, ending[i]))
			*format = i;
	return *format >= 0 ? EXIT_FINE : complain_ending("-o", ending, endings, path);
}
