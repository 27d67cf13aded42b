#!/bin/sh
# export: an example in another format is the same robot when it is read again, or the format cannot say it, which is an error.
. tests/tap.sh
LC_ALL=C
export LC_ALL

# what FORMAT EXAMPLE: agrees, if `compare` finds the same numbers; differs; cannot, if export names what is lost
what() {
    case $1 in mjcf) what_file=$SCRATCH/again.xml ;; *) what_file=$SCRATCH/again.$1 ;; esac
    if ! "$RIGIDC" export "$2" --to="$1" -o "$what_file" 2>"$SCRATCH/err"; then
        grep -q 'error: .*\[export-lost\]' "$SCRATCH/err" && echo cannot || echo fails
    elif "$RIGIDC" compare "$2" "$what_file" --tolerance=1e-12 --keep=damping >"$SCRATCH/out" 2>"$SCRATCH/err"; then
        echo agrees
    else
        echo differs
    fi
}

# are FORMAT CANNOT DIFFERS: all examples agree but these
are() {
    are_cannot= are_differs= are_count=0
    for model in $(find examples -name '*.rig' ! -path examples/parts/finger.rig | sort); do
        name=${model#examples/}
        case $(what "$1" "$model") in
        agrees) are_count=$((are_count + 1)) ;;
        cannot) are_cannot="$are_cannot ${name%.rig}" ;;
        differs) are_differs="$are_differs ${name%.rig}" ;;
        *) are_differs="$are_differs ${name%.rig}:fails" ;;
        esac
    done
    is "$1: what it cannot say" "$2" "${are_cannot# }"
    is "$1: what is another robot" "$3" "${are_differs# }"
    ok "$1: $are_count examples are the same robot" test $are_count -gt 0
}

are urdf 'adaptive bucket cart_pole contacts/hopping_leg elbow equations/gimbal equations/two_link_arm forces/ball forces/crane forces/drive forces/mount forces/quadrotor forces/rover gait/both_legs gait/gait gait/plates gripper knee loops/boom loops/bucket loops/cassie loops/crank_rocker loops/delta loops/delta_closed loops/engine loops/fivebar loops/fourbar loops/slider_crank loops/squeezer loops/stewart loops/stewart_closed loops/two_arms mechanisms/platform mechanisms/press parts/hand parts/quadrotor parts/rotor puma560 running_leg scara screw_axis struts/crane struts/excavator struts/landing_gear' \
    ''
are mjcf 'bucket elbow forces/ball forces/crane forces/drive forces/mount forces/quadrotor forces/rover gripper knee loops/boom loops/crank_rocker loops/delta_closed loops/engine loops/stewart_closed mechanisms/press puma560 puma560_akb screw_axis struts/crane struts/landing_gear' \
    ''
are sdf 'adaptive bucket elbow forces/ball forces/crane forces/drive forces/mount forces/quadrotor forces/rover gripper knee loops/boom loops/cassie loops/crank_rocker loops/delta loops/delta_closed loops/engine loops/squeezer loops/stewart_closed mechanisms/platform mechanisms/press parts/quadrotor puma560 puma560_akb scara screw_axis struts/crane struts/excavator struts/landing_gear' \
    ''
finish
