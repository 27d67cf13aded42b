# Completion of rigidc in bash. What there is it asks the command: `rigidc --list=TABLE`, and of the model on the line
# `rigidc info`. The functions see `words`, the line, and `rigidc`, the command as it is called.

_rigidc_ask()
{
	"$rigidc" "$@" 2>/dev/null </dev/null
}

# The first word of each line of a table.
_rigidc_list()
{
	_rigidc_ask "--list=$1" | sed 's/[ (].*//'
}

# The tables of --list: the indented lines of the help.
_rigidc_tables()
{
	_rigidc_ask --help | sed -n 's/^ \{30\}//p' | tr -s ', ' '\n'
}

# The options of the command as its help writes them, "-f FN[,FN...]" or "--json".
_rigidc_options()
{
	_rigidc_ask --list=options | awk -F '   *' -v command="${words[1]}" 'index("," $3 ",", "," command ",") { print $1 }'
}

# How the value of an option is written, "FN[,FN...]"; fails if it takes none.
_rigidc_form()
{
	local option
	while IFS= read -r option; do
		case $option in
		"$1 "* | "$1="*) printf '%s\n' "${option#"$1"?}"; return ;;
		"$1[="*)         option=${option#"$1[="}; printf '%s\n' "${option%]}"; return ;;
		esac
	done < <(_rigidc_options)
	return 1
}

# The model on the line: what is neither an option nor the value of one.
_rigidc_model()
{
	local i
	for ((i = 2; i < ${#words[@]} - 1; i++)); do
		case ${words[i]} in
		-?)  ((i++)) ;;
		--*) [[ ${words[i]} != *=* ]] && _rigidc_options | grep -q "^${words[i]}=" && ((i++)) ;;
		-?*) ;;
		*)   [[ -f ${words[i]} ]] && printf '%s\n' "${words[i]}" && return ;;
		esac
	done
	return 1
}

# Those names of its bodies, frames, joints or parameters, as the JSON calls them, that need no quotes.
_rigidc_names()
{
	local model
	model=$(_rigidc_model) || return
	_rigidc_ask info "$model" --json -f com -O0 --search=none | awk -v lists=" $* " '
		/^  "/ { split($0, part, "\""); wanted = index(lists, " " part[2] " ") }
		wanted && /^      "name": "[A-Za-z_][A-Za-z0-9_]*"/ { split($0, part, "\""); print part[4] }'
}

# Those of frames or phases with a colon behind.
_rigidc_function_names()
{
	_rigidc_ask --list=functions | sed 's/ .*//; s/:[A-Z].*/:/' | awk '!seen[$0]++'
}

# What may stand for the value of an option, a word a line: all of it that is written already, and what can come next.
_rigidc_values()
{
	local option=$1 form=$2 value=$3 before=
	if [[ $form == *',...'* || $form == *',FN...]'* ]]; then
		[[ $value == *,* ]] && before=${value%,*},
		value=${value##*,}
	fi
	if [[ $form == FN* ]]; then
		# a name and =, functions with + between them
		[[ $value == *=* ]] && before+=${value%%=*}=
		value=${value#*=}
		[[ $value == *+* ]] && before+=${value%+*}+
		value=${value##*+}
	fi
	case $option=$form in
	*=FN*)
		if [[ $value == *:* ]]; then
			_rigidc_names bodies frames contacts phases struts groups laws | sed "s/^/${value%:*}:/"
			_rigidc_function_names | grep "^${value%:*}:[a-z]"
		else
			_rigidc_function_names
		fi ;;
	*=BODY* | *=\[NAME=\]BODY*) echo all; _rigidc_names bodies frames ;;
	--for=*)
		if [[ ${words[1]} == compile ]]; then
			printf '%s\n' numpy torch jax
		else
			_rigidc_list packages
		fi ;;
	*=KIND*)
		# the table of options lists them, "body:BODY" among them
		if [[ $value == payload:* ]]; then
			_rigidc_names bodies frames | sed "s/^/${value%%:*}:/"
		elif [[ $value == *:* ]]; then
			_rigidc_names bodies | sed "s/^/${value%%:*}:/"
		else
			_rigidc_ask --list=options | sed -n "s/^$option=.*: //p" | tr -d ' ' | tr , '\n' | sed 's/:.*/:/'
		fi ;;
	*=JOINT*) _rigidc_names joints ;;
	*=POSE)   _rigidc_names poses ;;
	--param=*) _rigidc_names params | sed 's/$/=/' ;;
	*PASS)    _rigidc_list passes ;;
	*CHECK*)
		case $value in
		no-*)    _rigidc_list checks | sed 's/^/no-/' ;;
		error=*) _rigidc_list checks | sed 's/^/error=/' ;;
		*)       printf '%s\n' error error= no-; _rigidc_list checks ;;
		esac ;;
	*\|*)     tr '|' '\n' <<<"${form%%[[,]*}" ;;
	esac | sed "s|^|$before|"
}

# Of models, beside .xml: "|rig|urdf".
_rigidc_endings()
{
	_rigidc_ask --list=formats | sed 's/^[^ ]*  *\.\([^ ]*\).*/|\1/' | tr -d '\n'
}

# Models, with the folders that may have some; or any file.
_rigidc_files()
{
	local name endings
	compopt -o filenames 2>/dev/null
	[[ ${2-} == model ]] && endings=$(_rigidc_endings)
	while IFS= read -r name; do
		[[ ${2-} != model || -d $name || $name == *.@(xml$endings) ]] && COMPREPLY+=("$name")
	done < <(compgen -f -- "$1")
	[[ ${2-} == model && ${#COMPREPLY[@]} == 0 ]] && _rigidc_files "$1" any
}

# Replies with those words of standard input that begin like the last one of the line; $1 stands before each.
_rigidc_reply()
{
	local word current=${words[-1]} broken=
	# bash replaces what is behind the last = or : only
	[[ $COMP_WORDBREAKS == *[=:]* && $current == *[=:]* ]] && broken=${current%"${current##*[=:]}"}
	while IFS= read -r word; do
		[[ $1$word == "$current"* ]] || continue
		word=$1$word
		COMPREPLY+=("${word#"$broken"}")
		[[ $word == *[=:-] ]] && compopt -o nospace 2>/dev/null
	done
}

# The value of option $1, which stands in the last word behind $2.
_rigidc_value()
{
	local form value=${words[-1]#"$2"}
	form=$(_rigidc_form "$1") || return
	if [[ $form == FILE* ]]; then
		_rigidc_files "$value"
	else
		_rigidc_reply "$2" < <(_rigidc_values "$1" "$form" "$value")
	fi
}

_rigidc()
{
	local line=${COMP_LINE:0:COMP_POINT} rigidc words current before
	read -a words <<<"$line" # a backslash keeps its blank
	[[ $line == *[[:blank:]] ]] && words+=('')
	rigidc=${words[0]/#\~\//$HOME/} current=${words[-1]} before=${words[-2]}
	COMPREPLY=()
	if ((${#words[@]} == 2)); then
		case $current in
		--list=*) _rigidc_reply --list= < <(_rigidc_tables) ;;
		*)
			_rigidc_reply '' < <(_rigidc_ask --help | sed -n 's/^  rigidc \([a-z][a-z]*\) .*/\1/p
				s/^  rigidc \(--[a-z]*=\{0,1\}\).*/\1/p'; echo --help) ;;
		esac
	elif [[ ${words[1]} == --list ]]; then
		_rigidc_reply '' < <(_rigidc_tables)
	elif [[ ${words[1]} == --explain ]]; then
		_rigidc_reply '' < <(_rigidc_list checks)
	elif [[ $before == -? ]] || { [[ $before == --* && $before != *=* ]] && _rigidc_options | grep -q -e "^$before="; }; then
		_rigidc_value "$before" ''
	else
		case $current in
		--*=*)  _rigidc_value "${current%%=*}" "${current%%=*}=" ;;
		-[!-]*) _rigidc_value "${current:0:2}" "${current:0:2}" ;;
		-*)     _rigidc_reply '' < <(_rigidc_options | sed 's/[[ ].*//; s/=.*/=/'; printf '%s\n' --help --help=all
			[[ ${words[1]} == eval ]] && echo --help=columns) ;;
		*)      if [[ ${words[1]} == plot ]]; then _rigidc_files "$current"; else _rigidc_files "$current" model; fi ;;
		esac
	fi
}

complete -F _rigidc rigidc
