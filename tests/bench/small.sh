#!/bin/sh
# small.sh FOLDER MODEL...: bytes of text and read-only data of functions one limb after the other, with limbs in lanes of vectors and
# by --size=on, for microcontrollers where there is a compiler for them; and ns a call here, the least of five lower quartiles.
# Options that begin with -- are for the models behind them; FUNCTIONS: others than four.
set -e
folder=$1
shift
mkdir -p "$folder"
model_options=
functions=${FUNCTIONS:-rnea crba rnea_derivatives fd_derivatives}
arm="arm-none-eabi-gcc -mfloat-abi=hard"

# bytes REAL COMPILER...: of the form at hand
bytes() {
	real=$1
	shift
	# shellcheck disable=SC2086
	if command -v "$1" >/dev/null; then
		"$RIGIDC" compile "$model" $model_options -f "$function" --real="$real" --prefix=m $options -o "$folder/object.c" 2>/dev/null
		"$@" -c "$folder/object.c" -o "$folder/object.o"
		size "$folder/object.o" 2>/dev/null | awk 'NR == 2 { printf " %d |", $1 }'
	else
		printf ' |'
	fi
}

# ns COMPILER...: of the form at hand
ns() {
	"$@" -DCALL="$call" -I"$folder" tests/bench/small.c "$folder/form.c" -o "$folder/form" -lm
	for pass in 1 2 3 4 5; do
		"$folder/form"
	done | sort -g | awk 'NR == 1 { printf " %.0f |", $1 }'
}

echo '| robot | function | form | Cortex-M4F, float, -Os | Cortex-M7, double, -Os | x86-64, double, -Os | ns: gcc -Os | gcc -O2 | gcc -O3 native |'
echo '|---|---|---|---|---|---|---|---|---|'
for model; do
	case $model in --*) model_options="$model_options $model"; continue ;; esac
	for function in $functions; do
		case $function in
		crba) call='m_crba(q, a)' ;;
		rnea_derivatives) call='m_rnea_derivatives(q, qd, qdd, a, b)' ;;
		fd_derivatives) call='m_fd_derivatives(q, qd, qdd, a, b, c)' ;;
		*) call="m_$function(q, qd, qdd, a)" ;;
		esac
		for options in --lanes=off --lanes=auto --size=on; do
			printf '| %s | %s | `%s` |' "$(basename "${model%.*}")" "$function" "$options"
			# shellcheck disable=SC2086
			{
				bytes float $arm -Os -mcpu=cortex-m4 -mfpu=fpv4-sp-d16
				bytes double $arm -Os -mcpu=cortex-m7 -mfpu=fpv5-d16
				bytes double gcc -Os
				"$RIGIDC" compile "$model" $model_options -f "$function" --prefix=m $options -o "$folder/form.c" 2>/dev/null
				ns gcc -Os
				ns gcc -O2
				ns gcc -O3 -march=native
			}
			echo
		done
	done
done
