/* Kernels by OpenCL, on the first device that it finds. The program is the file KERNELS. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#define RUN_OF(function) "k_" #function "_kernel"

struct function {
	const char *name;
	int ins, outs, size[ARRAYS];
	void (*want)(size_t n, real **array, const m_derived *derived);
	const char *kernel;
};

struct device {
	cl_device_id id;
	cl_context context;
	cl_command_queue queue;
	cl_program program;
};

static void need(cl_int code, const char *what)
{
	if (code == CL_SUCCESS)
		return;
	printf("# %s: OpenCL error %d\n", what, code);
	exit(1);
}

static char *text_of(const char *path, size_t *length)
{
	FILE *in = fopen(path, "rb");
	char *text = malloc(1 << 24);
	*length = in && text ? fread(text, 1, 1 << 24, in) : 0;
	if (in)
		fclose(in);
	return text;
}

static void say_log(const struct device *device)
{
	static char log[10000];
	clGetProgramBuildInfo(device->program, device->id, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
	printf("# %s\n", log);
}

/* Division and square root of float are rounded correctly only on request, and not by all devices. */
static const char *options_of(const struct device *device)
{
	cl_device_fp_config config = 0;
	need(clGetDeviceInfo(device->id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, NULL), "config");
	return config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT ? "-DK_CHECK -cl-fp32-correctly-rounded-divide-sqrt"
	                                                    : "-DK_CHECK";
}

static struct device find_device(void)
{
	struct device device;
	cl_platform_id platform;
	cl_int code;
	size_t length;
	char name[200];
	need(clGetPlatformIDs(1, &platform, NULL), "platform");
	need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device.id, NULL), "device");
	need(clGetDeviceInfo(device.id, CL_DEVICE_NAME, sizeof name, name, NULL), "name");
	printf("# %s\n", name);
	device.context = clCreateContext(NULL, 1, &device.id, NULL, NULL, &code);
	need(code, "context");
	device.queue = clCreateCommandQueue(device.context, device.id, 0, &code);
	need(code, "queue");
	const char *text = text_of(KERNELS, &length);
	device.program = clCreateProgramWithSource(device.context, 1, &text, &length, &code);
	need(code, "program");
	code = clBuildProgram(device.program, 1, &device.id, options_of(&device), NULL, NULL);
	if (code != CL_SUCCESS)
		say_log(&device);
	need(code, "build");
	return device;
}

static cl_mem memory_of(const struct device *device, const void *bytes, size_t size)
{
	cl_int code;
	cl_mem memory =
		clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, (void *)bytes, &code);
	need(code, "memory");
	return memory;
}

/* Work groups of eight: the last has items beyond the last state. */
static void run_kernel(const struct device *device, const struct function *f, size_t states, cl_mem *memory,
                       cl_mem derived)
{
	cl_int code;
	cl_uint argument = 0;
	cl_ulong count = states;
	size_t items = (states + 7) / 8 * 8, group = 8;
	cl_kernel kernel = clCreateKernel(device->program, f->kernel, &code);
	need(code, f->kernel);
	need(clSetKernelArg(kernel, argument++, sizeof count, &count), "count");
	for (int i = 0; i < f->ins + f->outs; i++) {
		if (i == f->ins && DERIVED)
			need(clSetKernelArg(kernel, argument++, sizeof derived, &derived), "derived");
		need(clSetKernelArg(kernel, argument++, sizeof *memory, &memory[i]), f->kernel);
	}
	need(clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL), f->kernel);
	need(clFinish(device->queue), f->kernel);
	clReleaseKernel(kernel);
}

static long try_function(const struct device *device, const struct function *f, size_t states, const m_derived *derived,
                         cl_mem kernel_derived)
{
	real *wanted[ARRAYS], *found[ARRAYS];
	cl_mem memory[ARRAYS];
	long differ = 0;
	for (int i = 0; i < f->ins + f->outs; i++) {
		wanted[i] = array_of(f->size[i]);
		found[i] = copy_of(wanted[i], f->size[i]);
		memory[i] = memory_of(device, wanted[i], (STATES + 1) * (size_t)f->size[i] * sizeof(real));
	}
	f->want(states, wanted, derived);
	run_kernel(device, f, states, memory, kernel_derived);
	for (int i = 0; i < f->ins + f->outs; i++) {
		need(clEnqueueReadBuffer(device->queue, memory[i], CL_TRUE, 0,
		                         (STATES + 1) * (size_t)f->size[i] * sizeof(real), found[i], 0, NULL, NULL),
		     f->kernel);
		differ += compare(f->name, f->size[i], states, wanted[i], found[i]);
		clReleaseMemObject(memory[i]);
		free(wanted[i]);
		free(found[i]);
	}
	return differ;
}

/* Parameters, prepared on the device: a difference in bits is counted. */
static long prepare(const struct device *device, const m_params *params, const m_derived *derived, cl_mem memory)
{
	m_derived found;
	cl_mem given = memory_of(device, params, sizeof *params);
	cl_int code;
	size_t one = 1;
	cl_kernel kernel = clCreateKernel(device->program, "k_prepare_kernel", &code);
	need(code, "prepare");
	need(clSetKernelArg(kernel, 0, sizeof given, &given), "params");
	need(clSetKernelArg(kernel, 1, sizeof memory, &memory), "derived");
	need(clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL), "prepare");
	need(clEnqueueReadBuffer(device->queue, memory, CL_TRUE, 0, sizeof found, &found, 0, NULL, NULL), "prepare");
	return memcmp(&found.v, &derived->v, sizeof found.v) != 0;
}

static int run_all(const struct function *f, size_t functions)
{
	long differ = 0;
	struct device device = find_device();
	m_params params;
	m_derived derived;
	m_params_default(&params);
	m_prepare(&params, &derived);
	unsigned char room[sizeof derived + 8] = { 0 };
	cl_mem kernel_derived = memory_of(&device, room, sizeof room); /* K_CHECK adds a stamp */
	if (DERIVED)
		differ += prepare(&device, &params, &derived, kernel_derived);
	for (size_t i = 0; i < functions; i++)
		differ += try_function(&device, &f[i], STATES, &derived, kernel_derived) +
		          try_function(&device, &f[i], 1, &derived, kernel_derived);
	printf("# %zu functions\n", functions);
	return differ || !functions;
}
