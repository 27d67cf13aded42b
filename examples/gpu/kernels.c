/* Inverse dynamics of 65536 states of a UR5 by an OpenCL device: is each number that of the processor, and how long does it take?
 *
 *   rigidc compile examples/ur5.rig -f rnea -o ur5.cl
 *   rigidc compile examples/ur5.rig -f rnea --batch=auto -o ur5.h
 *   cc -O2 -march=native -I. examples/gpu/kernels.c -lOpenCL -o kernels && ./kernels */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ur5.h"

enum { STATES = 65536, N = UR5_NV * STATES, RUNS = 20 };

static double q[N], qd[N], qdd[N], tau[N], device_tau[N];

static void need(cl_int code)
{
	if (code == CL_SUCCESS)
		return;
	fprintf(stderr, "OpenCL error %d\n", code);
	exit(1);
}

static double seconds(void)
{
	struct timespec now;
	timespec_get(&now, TIME_UTC);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static cl_program build(cl_context context, cl_device_id device)
{
	static char text[1 << 20];
	const char *texts = text;
	FILE *file = fopen("ur5.cl", "rb");
	size_t length = file ? fread(text, 1, sizeof text, file) : 0;
	cl_int code;
	cl_program program = clCreateProgramWithSource(context, 1, &texts, &length, &code);
	need(code);
	need(clBuildProgram(program, 1, &device, "-DUR5_CHECK", NULL, NULL));
	return program;
}

int main(void)
{
	cl_platform_id platform;
	cl_device_id device;
	cl_int code;
	char name[200];
	double *array[] = { q, qd, qdd, tau };
	cl_mem memory[4];
	cl_ulong count = STATES;
	size_t states = STATES;

	for (int i = 0; i < N; i++) {
		q[i] = 6.0 * rand() / RAND_MAX - 3;
		qd[i] = 2.0 * rand() / RAND_MAX - 1;
		qdd[i] = 2.0 * rand() / RAND_MAX - 1;
	}

	need(clGetPlatformIDs(1, &platform, NULL));
	need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	need(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL));
	cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
	cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
	cl_kernel kernel = clCreateKernel(build(context, device), "ur5_rnea_kernel", &code);
	need(code);
	need(clSetKernelArg(kernel, 0, sizeof count, &count));
	for (cl_uint i = 0; i < 4; i++) {
		memory[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof tau, array[i], &code);
		need(code);
		need(clSetKernelArg(kernel, i + 1, sizeof memory[i], &memory[i]));
	}

	double best = 1, best_batch = 1;
	for (int run = 0; run < RUNS; run++) {
		double begin = seconds();
		need(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &states, NULL, 0, NULL, NULL));
		need(clFinish(queue));
		double middle = seconds();
		ur5_rnea_batch_soa(STATES, q, qd, qdd, tau);
		double end = seconds();
		best = middle - begin < best ? middle - begin : best;
		best_batch = end - middle < best_batch ? end - middle : best_batch;
	}
	need(clEnqueueReadBuffer(queue, memory[3], CL_TRUE, 0, sizeof tau, device_tau, 0, NULL, NULL));
	printf("%s: %s\n", name, memcmp(tau, device_tau, sizeof tau) == 0 ? "identical results" : "other results");
	printf("kernel %.1f ns a state, batch on a core %.1f ns\n", 1e9 * best / STATES, 1e9 * best_batch / STATES);
	return 0;
}
