/* The self-test in a package: files beside the code, its call in examples, its description. */
#include "folder.h"

#include <string.h>

void folder_put_test_include(struct Folder *folder, struct Text *out)
{
	if (folder->options->self_test)
		text_format(out, "#include \"%s_test.h\"\n", folder->prefix);
}

void folder_put_test_call(struct Folder *folder, struct Text *out)
{
	if (folder->options->self_test)
		text_format(
			out,
			"\t{ /* 0, or the first vector of the self-test that is wrong */\n\t\tconst int vector = %s_self_test();\n"
			"\t\tconst %s shown[1] = { (%s)vector };\n\t\tshow(\"self_test\", shown, 1);\n\t\twrong += vector != 0;\n\t}\n",
			folder->prefix, folder->printer.real->name, folder->printer.real->name);
}

void folder_put_test_words(struct Folder *folder, struct Text *out)
{
	const char *path = folder_beside(folder, "_test.h");
	if (folder->options->self_test)
		text_format(
			out,
			"`%s_self_test()` of [`%s`](%s) is 0 where a compiler, its options and an FPU compute the bits that rigidc does, else "
			"the number\nof the first vector that is wrong; examples and tests call it.\n",
			folder->prefix, path, path);
	else
		text_put(
			out,
			"With `--self-test` there is also a test of the bits, for the compiler, its options and the FPU of a board.\n");
}

/* --- crates: Rust cannot call `static inline` C without an extern C function --- */

static const char *wrapper(const struct Folder *folder)
{
	return folder_beside(folder, "_test.c");
}

void folder_put_rust_test_file(struct Folder *folder, struct Text *out)
{
	if (folder->options->self_test)
		text_format(out, "        .file(\"%s\")\n", wrapper(folder));
}

void folder_put_rust_test_c(struct Folder *folder, struct Text *out)
{
	if (folder->options->self_test)
		text_format(
			out,
			"/* The self-test as a function that Rust can call. */\n#include \"%s_test.h\"\n\nint32_t %s_test_run(void);\n\n"
			"int32_t %s_test_run(void)\n{\n\treturn (int32_t)%s_self_test();\n}\n",
			folder->prefix, folder->prefix, folder->prefix, folder->prefix);
}

void folder_put_rust_test_foreign(const struct Folder *folder, struct Text *out)
{
	if (folder->options->self_test)
		text_format(out, "        pub fn %s_test_run() -> i32;\n", folder->prefix);
}

void folder_put_rust_test(struct Folder *folder, struct Text *out)
{
	if (folder->options->self_test)
		text_format(
			out,
			"\n/// Do the compiler of the C, its options and the FPU compute the bits that rigidc does? If not, the first vector of the\n"
			"/// test that is wrong.\npub fn self_test() -> Result<(), i32> {\n    match unsafe { c::%s_test_run() } {\n"
			"        0 => Ok(()),\n        vector => Err(vector),\n    }\n}\n",
			folder->prefix);
}
