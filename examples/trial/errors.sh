#!/bin/sh
# errors.sh OPTION...: rms errors in N m of the moments that `rigidc eval` computes with these options from the trial's files.
rigidc eval examples/leg.osim -f rnea --loads=examples/trial/grf.xml --header "$@" <examples/trial/ik.mot 2>/dev/null |
    paste -d , examples/trial/moments.csv - | awk -F , '
	NR > 1 { for (i = 2; i <= 6; i++) sum[i] += ($i - $(i + 5))^2 }
	END { for (i = 2; i <= 6; i++) printf("%s%.1f", (i > 2 ? " " : ""), sqrt(sum[i] / (NR - 1))); print "" }'
