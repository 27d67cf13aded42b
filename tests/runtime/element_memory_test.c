/* Memory of large files: the most bytes for each element of a format, its text included, by an allocator that counts. */
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

/* A file: its beginning, an element for each number from 1 on, its end. */
struct Written {
	const char *name, *begin, *element, *end; /* element: a format, of which %1$d is the number */
};

static const struct Written geoms = { "robot.xml", "<mujoco><worldbody><body><joint/>\n",
	                              "<geom type='sphere' size='0.01' pos='%1$d 0 0'/>\n",
	                              "</body></worldbody></mujoco>\n" };

static const struct Written named_geoms = { "robot.xml", "<mujoco><worldbody><body><joint/>\n",
	                                    "<geom name='g%1$d' type='sphere' size='0.01' pos='%1$d 0 0'/>\n",
	                                    "</body></worldbody></mujoco>\n" };

static const struct Written mjcf_bodies = {
	"robot.xml", "<mujoco><worldbody><body><joint/><geom size='.1'/>\n",
	"<body name='b%1$d' pos='%1$d 0 0'><geom type='sphere' size='0.01'/></body>\n", "</body></worldbody></mujoco>\n"
};

static const struct Written fixed_links = {
	"robot.urdf", "<robot name='r'>\n<link name='l0'/>\n",
	"<link name='l%1$d'><inertial><mass value='0.01'/><inertia ixx='1e-5' iyy='1e-5' izz='1e-5' ixy='0' ixz='0' iyz='0'/>"
	"</inertial></link>\n<joint name='j%1$d' type='fixed'><parent link='l0'/><child link='l%1$d'/></joint>\n",
	"</robot>\n"
};

static const struct Written seen_links = {
	"robot.urdf",
	"<robot name='r'>\n<link name='l0'><inertial><mass value='0.01'/><inertia ixx='1' iyy='1' izz='1' "
	"ixy='0' ixz='0' iyz='0'/></inertial>\n",
	"<visual><origin xyz='0 0 %1$d' rpy='0 0.1 0.2'/><geometry><mesh filename='package://r/l%1$d.dae' scale='0.001 0.001 0.001'/>"
	"</geometry></visual>\n",
	"</link></robot>\n"
};

static const struct Written sdf_links = {
	"robot.sdf",
	"<sdf version='1.7'><model name='r'>\n<link name='l0'><inertial><mass>1</mass></inertial></link>\n",
	"<link name='l%1$d'><pose>0 0 0.1 0 0 0</pose><inertial><mass>0.01</mass><inertia><ixx>1e-5</ixx><iyy>1e-5</iyy>"
	"<izz>1e-5</izz></inertia></inertial></link>\n<joint name='j%1$d' type='fixed'><parent>l0</parent><child>l%1$d</child>"
	"</joint>\n",
	"</model></sdf>\n"
};

static const struct Written rig_bodies = {
	"robot.rig", "model r\nbody l0 on world { joint : revolute(z); mass 1 kg }\n",
	"body l%1$d on l0 at (0, 0, %1$d mm) { joint : fixed; mass 0.01 kg; inertia diag(1e-5, 1e-5, 1e-5) kg m^2 }\n",
	""
};

static const struct Written rig_solids = { "robot.rig", "model r\nbody l0 on world {\n  joint : revolute(z)\n",
	                                   "  solid sphere(mass = 1 kg, radius = 1 cm) at (%1$d mm, 0, 0)\n", "}\n" };

static size_t write_file(char *text, const struct Written *written, int elements)
{
	char *at = text + sprintf(text, "%s", written->begin);
	for (int i = 1; i <= elements; i++)
		at += sprintf(at, written->element, i);
	at += sprintf(at, "%s", written->end);
	return (size_t)(at - text);
}

/* The most memory that a model of so many elements takes. */
static size_t memory_of(const struct Written *written, int elements)
{
	enum { LONGEST = 400 };
	struct Count count = { 0, 0 };
	rigidc_options options = { .allocate = count_bytes, .allocate_context = &count };
	char *text = malloc((size_t)(elements + 1) * LONGEST);
	ck_assert_ptr_nonnull(text);
	size_t length = write_file(text, written, elements);
	rigidc_model_free(run_read(written->name, text, length, &options));
	free(text);
	ck_assert_uint_eq(count.now, 0);
	return count.most;
}

static void expect_bytes(const struct Written *written, size_t most)
{
	enum { FEW = 4000, MANY = 16000 };
	size_t each = (memory_of(written, MANY) - memory_of(written, FEW)) / (MANY - FEW);
	ck_assert_msg(each <= most, "%zu bytes each, %zu are allowed", each, most);
}

/* Bytes that are allowed. */
static const struct {
	const struct Written *written;
	size_t most;
} rows[] = {
	{ &geoms, 3000 },     { &named_geoms, 5000 }, { &mjcf_bodies, 6700 }, { &fixed_links, 3800 },
	{ &sdf_links, 9000 }, { &rig_bodies, 5900 },  { &rig_solids, 3000 },  { &seen_links, 3200 },
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Red zones take memory. */
#if defined(__SANITIZE_ADDRESS__) || defined(RIGIDC_VALIDATE)
enum { MEASURED = 0 };
#else
enum { MEASURED = ROWS };
#endif

LOOP_TEST(memory, MEASURED)
{
	expect_bytes(rows[_i].written, rows[_i].most);
}

SUITE("memory of elements")
