# What the manual pages do not say by hand, in roff.
#
#   awk -v part=options       from `rigidc COMMAND --help` of all commands, one after the other
#   awk -v part=functions     from `rigidc --list=functions`
#   awk -v part=joints        from `rigidc --list=joints`
#   awk -v part=units         from units.def
#   awk -v part=declarations  from rigidc.h

function roff(text) {
	gsub(/\\/, "\\e", text)
	gsub(/-/, "\\-", text)
	gsub(/`/, "\\(ga", text)
	gsub(/\^/, "\\(ha", text)
	gsub(/~/, "\\(ti", text)
	gsub(/'/, "\\(aq", text)
	gsub(/\t/, "    ", text)
	return (text ~ /^\./ ? "\\&" : "") text
}

# a tag, of which the first `bold` characters are bold, and its text
function put(tag, bold, text) {
	printf ".TP\n\\fB%s\\fR%s\n%s\n", roff(substr(tag, 1, bold)), roff(substr(tag, bold + 1)), roff(text)
	put_any = 1
}

# --- options: each once, with the commands that take it unless all do ---

part == "options" && /^rigidc / { name[++commands] = command = $2 }
part == "options" && /^  -/ {
	line = substr($0, 3)
	match(line, /  +/)
	left = substr(line, 1, RSTART - 1)
	if (!(left in takers)) {
		order[++options] = left
		help[left] = substr(line, RSTART + RLENGTH)
	}
	takes[left, command] = 1
	takers[left]++
}
# "(compile, eval)", or if that is shorter "(not import)"
function whose(left, most, i, names) {
	most = takers[left] == commands - 1
	for (i = 1; i <= commands; i++)
		if (most ? !((left, name[i]) in takes) : (left, name[i]) in takes)
			names = names (names ? ", " : "") name[i]
	return takers[left] == commands ? "" : " (" (most ? "not " : "") names ")"
}
function put_options(i, left) {
	for (i = 1; i <= options; i++) {
		left = order[i]
		put(left, (match(left, /[ =[]/) ? RSTART - 1 : length(left)),
		    help[left] whose(left))
	}
}

# --- lists ---

part == "functions" {
	arrow = index($0, " -> ")
	outputs = substr($0, arrow + 4)
	if (!arrow || !match(outputs, /  +/)) {
		print "man.awk: the columns of --list=functions are others now" >"/dev/stderr"
		failed = 1
		exit
	}
	inputs = substr($0, length($1) + 1, arrow - length($1) - 1)
	summary = substr(outputs, RSTART + RLENGTH)
	outputs = substr(outputs, 1, RSTART - 1)
	gsub(/^ +| +$/, "", inputs)
	put($1 " (" inputs " -> " outputs ")", length($1), summary)
}
part == "joints" {
	match($0, /  +nq/)
	tag = substr($0, 1, RSTART - 1)
	rest = substr($0, RSTART + RLENGTH - 2)
	sub(/  +/, ": ", rest)
	put(tag, length(tag), rest)
}

# a line for each group of rows
part == "units" && /^UNIT/ {
	split($0, quoted, "\"")
	printf "%s%s", (more ? " " : put_any ? ".br\n" : ""), quoted[2]
	more = put_any = 1
}
part == "units" && !/^UNIT/ && more {
	print ""
	more = 0
}

# --- declarations: code, then the comment that stands before it ---

function put_group() {
	if (code != "")
		printf ".PP\n.EX\n%s.EE\n", code
	if (comment != "")
		printf "%s%s%s", (code != "" ? ".RS 4\n" : ".PP\n"), comment, (code != "" ? ".RE\n" : "")
	put_any = put_any || code != ""
	code = comment = ""
}
part == "declarations" && /visibility push/ { inside = 1; getline; next }
part == "declarations" && /__GNUC__/ { inside = 0 }
part == "declarations" && inside {
	if (/^$/) {
		put_group()
	} else if (/^\/\*/ || in_comment) {
		in_comment = !/\*\/ *$/
		sub(/^(\/\*| \*) ?/, "")
		sub(/ *\*\/ *$/, "")
		comment = comment roff($0) "\n"
	} else {
		code = code roff($0) "\n"
	}
}

END {
	if (part == "options")
		put_options()
	if (part == "declarations")
		put_group()
	if (more)
		print ""
	exit failed || !put_any
}
