"""cluster_client.py dask|ray: the lines of examples/tools.md with two workers, beside this process, to the bit."""
import re
import sys

import numpy as np
import rigidc
from tap import ok

STATES = 20000


def lines_of(program):
    """The code of the guide that has the program's own word."""
    with open('examples/tools.md') as page:
        blocks = re.findall(r'^```python\n(.*?)^```$', page.read(), re.M | re.S)
    return next(block for block in blocks if {'dask': 'map_blocks', 'ray': 'ray.put'}[program] in block)


def by_dask(code, names):
    import dask.array
    from dask.distributed import Client, LocalCluster
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        names['q'] = dask.array.from_array(names['q'], chunks=(STATES // 10, None))
        exec(code, names)
        return len(client.scheduler_info()['workers'])


def by_ray(code, names):
    import ray
    ray.init(num_cpus=2, include_dashboard=False, logging_level='ERROR', log_to_driver=False)
    names['ray'] = ray
    exec(code, names)
    workers = int(ray.cluster_resources()['CPU'])
    ray.shutdown()
    return workers


if __name__ == '__main__':
    arm = rigidc.load('examples/ur5.rig')
    q = np.random.default_rng(1).uniform(-1, 1, (STATES, arm.nq))
    given = {'np': np, 'arm': arm, 'q': q}
    used = {'dask': by_dask, 'ray': by_ray}[sys.argv[1]](lines_of(sys.argv[1]), given)
    ok(f'{sys.argv[1]}: two workers', used == 2, used)
    ok(f'{sys.argv[1]}: {STATES} states, the same bits', np.array_equal(given['torques'], arm.gravity(q)))
