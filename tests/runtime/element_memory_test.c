/* Memory of large files: bytes for each geom of an MJCF and for each fixed link of a URDF, by an allocator that counts. */
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "suite.h"

/* Bytes in use, and the most so far. */
struct Count {
	size_t now, most;
};

/* A block has its size before it. */
static void *count_bytes(void *context, void *block, size_t size)
{
	const size_t before = alignof(max_align_t);
	struct Count *count = context;
	if (block) {
		count->now -= *(size_t *)((char *)block - before);
		free((char *)block - before);
		return NULL;
	}
	char *made = malloc(before + size);
	if (!made)
		return NULL;
	*(size_t *)made = size;
	count->now += size;
	count->most = count->now > count->most ? count->now : count->most;
	return made + before;
}

/* Writes a file with so many elements. Returns its length. */
typedef size_t Writer(char *text, int elements);

static size_t write_geoms(char *text, int elements)
{
	char *at = text;
	at += sprintf(at, "<mujoco><worldbody><body><joint/>\n");
	for (int i = 0; i < elements; i++)
		at += sprintf(at, "<geom type=\"sphere\" size=\"0.01\" pos=\"%g 0 0\"/>\n", 0.001 * i);
	at += sprintf(at, "</body></worldbody></mujoco>\n");
	return (size_t)(at - text);
}

static size_t write_links(char *text, int elements)
{
	char *at = text;
	at += sprintf(at, "<robot name=\"r\">\n<link name=\"l0\"/>\n");
	for (int i = 1; i < elements; i++)
		at += sprintf(at,
		              "<link name=\"l%d\"><inertial><mass value=\"0.01\"/><inertia ixx=\"1e-5\" iyy=\"1e-5\" "
		              "izz=\"1e-5\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>\n<joint name=\"j%d\" "
		              "type=\"fixed\"><parent link=\"l0\"/><child link=\"l%d\"/></joint>\n",
		              i, i, i);
	at += sprintf(at, "</robot>\n");
	return (size_t)(at - text);
}

/* The most memory that a model of so many elements takes. */
static size_t memory_of(const char *name, Writer *write, int elements)
{
	enum { LONGEST = 300 };
	struct Count count = { 0, 0 };
	rigidc_options options = { .allocate = count_bytes, .allocate_context = &count };
	char *text = malloc((size_t)(elements + 1) * LONGEST);
	ck_assert_ptr_nonnull(text);
	size_t length = write(text, elements);
	rigidc_model_free(run_read(name, text, length, &options));
	free(text);
	ck_assert_uint_eq(count.now, 0);
	return count.most;
}

static void expect_bytes(const char *name, Writer *write, size_t most)
{
	enum { FEW = 8000, MANY = 32000 };
	size_t each = (memory_of(name, write, MANY) - memory_of(name, write, FEW)) / (MANY - FEW);
	ck_assert_msg(each <= most, "%zu bytes each, %zu are allowed", each, most);
}

START_TEST(geoms)
{
	expect_bytes("robot.xml", write_geoms, 8500);
}
END_TEST

START_TEST(fixed_links)
{
	expect_bytes("robot.urdf", write_links, 13500);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("memory of elements");
	TCase *tests = tcase_create("memory of elements");
#if !defined(__SANITIZE_ADDRESS__) && !defined(RIGIDC_VALIDATE) /* red zones take memory */
	tcase_add_test(tests, geoms);
	tcase_add_test(tests, fixed_links);
#endif
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
