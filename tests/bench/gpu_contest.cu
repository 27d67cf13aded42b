/* Kernels of rigidc beside those of GRiD on one device, in one run: rnea, fd and the derivatives of fd of one robot, in float, at random
 * states, by turns, with copies from and to the host and without. The numbers of both are compared with the code that the host runs.
 *
 * KERNELS is rigidc's file of the prefix k, GRID GRiD's header of the same robot, ROBOT its name. GRiD takes q, qd, u of a state one after
 * the other, each as wide as q, and gives the derivatives by columns; rigidc takes number i of all states together, and rows. */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include GRID

#include KERNELS

enum { NQ = K_NQ, NV = K_NV, RUNS = 21, COMPARED = 256 };
static_assert(grid::NUM_POS == NQ && grid::NUM_VEL == NV, "the header is of another robot");
static const float gravity = 9.81f;

static void need(cudaError_t code, const char *what)
{
	if (code == cudaSuccess)
		return;
	fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
	exit(1);
}

/* Numbers on the device and in pinned memory of the host. */
struct Array {
	float *device = nullptr, *host = nullptr;
	size_t bytes;

	explicit Array(size_t count) : bytes(count * sizeof(float))
	{
		need(cudaMalloc(&device, bytes), "memory of the device");
		need(cudaMallocHost(&host, bytes), "memory of the host");
	}
	Array(const Array &) = delete;
	~Array()
	{
		cudaFree(device);
		cudaFreeHost(host);
	}
	void to_device() const { need(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice), "copy"); }
	void to_host() const { need(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost), "copy"); }
};

static double draw(void)
{
	return 2.0 * rand() / RAND_MAX - 1;
}

/* Random states: q, qd and the third array, qdd or tau, each by state. A free base has a unit quaternion at q[3]. */
struct States {
	size_t n;
	std::vector<float> q, qd, third;

	explicit States(size_t count) : n(count), q(n * NQ), qd(n * NV), third(n * NV)
	{
		for (float &x : q)
			x = (float)draw();
		for (float &x : qd)
			x = (float)draw();
		for (float &x : third)
			x = (float)(10 * draw());
		for (size_t s = 0; s < n && NQ > NV; s++) {
			float *turn = &q[s * NQ + 3], length = 0;
			for (int i = 0; i < 4; i++)
				length += turn[i] * turn[i];
			for (int i = 0; i < 4; i++)
				turn[i] /= std::sqrt(length);
		}
	}
};

/* --- both contestants --- */

enum Function { RNEA, FD, FD_DERIVATIVES };
static const char *const name_of[] = { "rnea", "fd", "fd_derivatives" };
static const int outputs_of[] = { NV, NV, 2 * NV * NV };

/* Number i of state s is at i * n + s. fd_derivatives has dqdd/dtau too, which GRiD does not give. */
struct Ours {
	size_t n;
	Array q, qd, third, out, more;

	explicit Ours(const States &states)
	    : n(states.n), q(n * NQ), qd(n * NV), third(n * NV), out(n * 2 * NV * NV), more(n * NV * NV)
	{
		for (size_t s = 0; s < n; s++) {
			for (int i = 0; i < NQ; i++)
				q.host[i * n + s] = states.q[s * NQ + i];
			for (int i = 0; i < NV; i++) {
				qd.host[i * n + s] = states.qd[s * NV + i];
				third.host[i * n + s] = states.third[s * NV + i];
			}
		}
	}
	void copy_in() const
	{
		q.to_device();
		qd.to_device();
		third.to_device();
	}
	void launch(Function f) const
	{
		switch (f) {
		case RNEA: need(k_rnea_launch(n, q.device, qd.device, third.device, out.device, 0), "rnea"); break;
		case FD: need(k_fd_launch(n, q.device, qd.device, third.device, out.device, 0), "fd"); break;
		default:
			need(k_fd_derivatives_launch(n, q.device, qd.device, third.device, out.device, out.device + n * NV * NV,
			                             more.device, 0),
			     "fd_derivatives");
		}
	}
	void copy_out(Function f) const
	{
		need(cudaMemcpyAsync(out.host, out.device, n * outputs_of[f] * sizeof(float), cudaMemcpyDeviceToHost), "copy");
	}
	float result(Function, size_t s, int i) const { return out.host[i * n + s]; }
};

struct Grid {
	size_t n;
	grid::robotModel<float> *model;
	grid::gridData<float, grid::GRID_DATA_DYNAMICS> *data;
	Array state, qdd, out;

	explicit Grid(const States &states) : n(states.n), state(n * 3 * NQ), qdd(n * NQ), out(n * 2 * NV * NV)
	{
		const char *failed = "GRiD";
		need(grid::init_robotModel_checked<float>(&model, &failed), failed);
		need((grid::init_gridData_checked<float, grid::GRID_DATA_DYNAMICS>((int)n, &data, &failed)), failed);
		need(grid::init_grid_kernel_attrs_checked<float>(&failed), failed);
		for (size_t s = 0; s < n; s++) {
			float *at = &state.host[s * 3 * NQ];
			for (int i = 0; i < NQ; i++)
				at[i] = states.q[s * NQ + i];
			for (int i = 0; i < NQ; i++) {
				at[NQ + i] = i < NV ? states.qd[s * NV + i] : 0;
				at[2 * NQ + i] = qdd.host[s * NQ + i] = i < NV ? states.third[s * NV + i] : 0;
			}
		}
	}
	~Grid()
	{
		const char *failed;
		grid::close_grid_checked<float, grid::GRID_DATA_DYNAMICS>(nullptr, model, data, &failed);
	}
	void copy_in() const
	{
		need(cudaMemcpyAsync(data->d_q_qd_u, state.host, state.bytes, cudaMemcpyHostToDevice), "copy");
		need(cudaMemcpyAsync(data->d_qdd, qdd.host, qdd.bytes, cudaMemcpyHostToDevice), "copy");
	}
	void launch(Function f) const
	{
		const dim3 blocks((unsigned)n);
		const int count = (int)n;
		switch (f) {
		case RNEA:
			grid::inverse_dynamics_compute_only<float, true, false, grid::GRID_DATA_DYNAMICS>(
				data, model, gravity, count, blocks, dim3(grid::INVERSE_DYNAMICS_SUGGESTED_THREADS));
			break;
		case FD:
			grid::forward_dynamics_compute_only<float, grid::GRID_DATA_DYNAMICS>(
				data, model, gravity, count, blocks, dim3(grid::FORWARD_DYNAMICS_SUGGESTED_THREADS));
			break;
		default:
			grid::forward_dynamics_gradient_compute_only<float, false, grid::GRID_DATA_DYNAMICS>(
				data, model, gravity, count, blocks, dim3(grid::FORWARD_DYNAMICS_GRADIENT_SUGGESTED_THREADS));
		}
	}
	/* numbers of a state, as GRiD stores them */
	static int width(Function f) { return f == FD_DERIVATIVES ? 2 * NV * NV : NQ; }
	void copy_out(Function f) const
	{
		const float *from = f == RNEA ? data->d_c : f == FD ? data->d_qdd : data->d_df_du;
		need(cudaMemcpyAsync(out.host, from, n * width(f) * sizeof(float), cudaMemcpyDeviceToHost), "copy");
	}
	/* The derivatives by q, then those by qd: dqdd[row]/dq[column]. */
	float result(Function f, size_t s, int i) const
	{
		int part = i / (NV * NV), row = i % (NV * NV) / NV, column = i % NV;
		int at = f == FD_DERIVATIVES ? part * NV * NV + column * NV + row : i;
		return out.host[s * width(f) + at];
	}
};

/* --- numbers --- */

static void on_host(Function f, const float *q, const float *qd, const float *third, float *out)
{
	float more[NV * NV];
	switch (f) {
	case RNEA: k_rnea(q, qd, third, out); break;
	case FD: k_fd(q, qd, third, out); break;
	default: k_fd_derivatives(q, qd, third, out, out + NV * NV, more);
	}
}

/* The largest difference from the host, as a part of the largest number of a state. */
template <class Contestant> static double apart(Function f, const States &states, const Contestant &one)
{
	double most = 0;
	for (size_t s = 0; s < std::min<size_t>(states.n, COMPARED); s++) {
		float wanted[2 * NV * NV];
		double size = 0, differs = 0;
		on_host(f, &states.q[s * NQ], &states.qd[s * NV], &states.third[s * NV], wanted);
		for (int i = 0; i < outputs_of[f]; i++) {
			size = std::max(size, std::fabs((double)wanted[i]));
			differs = std::max(differs, std::fabs((double)wanted[i] - one.result(f, s, i)));
		}
		most = std::max(most, differs / size);
	}
	return most;
}

/* --- times --- */

/* Microseconds of one run, by the clock of the device. */
template <class Contestant> static float once(Function f, const Contestant &one, bool copies)
{
	cudaEvent_t begin, end;
	float milliseconds;
	need(cudaEventCreate(&begin), "event");
	need(cudaEventCreate(&end), "event");
	need(cudaEventRecord(begin), "event");
	if (copies)
		one.copy_in();
	one.launch(f);
	if (copies)
		one.copy_out(f);
	need(cudaEventRecord(end), "event");
	need(cudaEventSynchronize(end), name_of[f]);
	need(cudaEventElapsedTime(&milliseconds, begin, end), "event");
	cudaEventDestroy(begin);
	cudaEventDestroy(end);
	return 1000 * milliseconds;
}

static double lower_quartile(std::vector<float> times)
{
	std::sort(times.begin(), times.end());
	return times[times.size() / 4];
}

static void contest(Function f, const States &states, const Ours &ours, const Grid &grid)
{
	double ns[2][2];
	for (int copies = 0; copies < 2; copies++) {
		std::vector<float> of_ours, of_grid;
		for (int run = 0; run < RUNS; run++) {
			/* GRiD's qdd is an input of rnea and the output of fd */
			grid.copy_in();
			of_ours.push_back(once(f, ours, copies));
			of_grid.push_back(once(f, grid, copies));
		}
		ns[copies][0] = 1000 * lower_quartile(of_ours) / (double)states.n;
		ns[copies][1] = 1000 * lower_quartile(of_grid) / (double)states.n;
	}
	ours.copy_out(f);
	grid.copy_out(f);
	need(cudaDeviceSynchronize(), name_of[f]);
	printf("| " ROBOT " | %s | %zu | %.3g | %.3g | %.1f | %.3g | %.3g | %.1f | %.1e | %.1e |\n", name_of[f], states.n, ns[0][0], ns[0][1],
	       ns[0][1] / ns[0][0], ns[1][0], ns[1][1], ns[1][1] / ns[1][0], apart(f, states, ours), apart(f, states, grid));
	fflush(stdout);
}

int main(void)
{
	const size_t counts[] = { 1 << 10, 1 << 14, 1 << 18 };
	cudaDeviceProp device;
	need(cudaGetDeviceProperties(&device, 0), "no device");
	printf("%s, ns a state: kernels alone, then with copies; the last columns are the largest differences from the host\n\n"
	       "| robot | function | states | rigidc | GRiD | ratio | rigidc, copies | GRiD, copies | ratio | rigidc apart | GRiD apart |\n"
	       "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
	       device.name);
	for (size_t count : counts) {
		srand(1);
		const States states(count);
		const Ours ours(states);
		const Grid grid(states);
		ours.copy_in();
		for (int f = RNEA; f <= FD_DERIVATIVES; f++)
			contest((Function)f, states, ours, grid);
	}
	return 0;
}
