/* Models of other formats as text: drawn ones, and all of a folder.
 * Called by osim_test.cpp and sdf_test.cpp. */
#ifndef DRAWN_TEXT_H
#define DRAWN_TEXT_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "peers.h"
#include "trees/random_bits.h"

/* What writers of random models share: numbers between two others, in text. */
class Drawn
{
      protected:
	explicit Drawn(uint64_t seed) : random(seed) {}

	std::string some(double low, double high)
	{
		char text[32];
		std::snprintf(text, sizeof text, "%.4g", random_between(&random, low, high));
		return text;
	}

	std::string three(double low, double high)
	{
		std::string a = some(low, high), b = some(low, high);
		return a + " " + b + " " + some(low, high);
	}

	uint64_t random;
};

inline std::string contents(const std::filesystem::path &path)
{
	std::ifstream in(path);
	std::stringstream text;
	text << in.rdbuf();
	return text.str();
}

/* Compares the files of a folder that have this ending, by name. */
template <class Compare>
void compare_folder(const std::string &folder, const char *ending, uint64_t seed, Compare compare)
{
	std::set<std::filesystem::path> files;
	for (const auto &entry : std::filesystem::directory_iterator(folder))
		if (entry.path().extension() == ending)
			files.insert(entry.path());
	for (const auto &file : files)
		compare(contents(file), file.filename(), seed);
}

/* Compares as many drawn models as the settings ask for. */
template <class Writer, class Compare> void compare_drawn(const peer_settings &settings, Compare compare)
{
	for (int i = 0; i < settings.trees; i++) {
		uint64_t seed = settings.seed + unsigned(i);
		std::string text = Writer(seed).text(), whose = "model " + std::to_string(seed);
		if (std::getenv("RIGIDC_SHOW"))
			std::fputs(text.c_str(), stderr);
		compare(text, whose, seed);
	}
}

#endif
