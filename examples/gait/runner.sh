#!/bin/sh
# The moments of the runner of examples/running_leg.csv from his positions alone: columns of that file by their names, velocities
# and accelerations from splines. From the root of the project; takes more options of `rigidc eval`, such as --filter=15.
grep -v '^#' examples/running_leg.csv | rigidc eval examples/running_leg.rig -f rnea --differentiate "$@" \
    --map 'q.hip.x = hip_x' --map 'q.hip.y = hip_y' --map 'q.hip.theta = th_thigh' \
    --map 'q.knee = th_shank - th_thigh' --map 'q.ankle = th_foot - th_shank' \
    --map 'f_ext.ground.fx = Fx' --map 'f_ext.ground.fy = Fy' --map 'f_ext.ground.px = COPx'
