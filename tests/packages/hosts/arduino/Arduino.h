/* Replacement of Arduino to run a sketch on the host: its Serial is standard output. */
#include <cstdio>

struct HostSerial {
	void begin(long) {}
	explicit operator bool() const { return true; }
	void print(const char *text) { std::fputs(text, stdout); }
	void print(char character) { std::putchar(character); }
	void print(int number) { std::printf("%d", number); }
	void print(double number, int digits) { std::printf("%.*f", digits, number); }
	void println() { std::putchar('\n'); }
	void println(const char *text) { std::puts(text); }
};
static HostSerial Serial;
