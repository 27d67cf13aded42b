# What the manual pages do not say by hand, in roff.
#
#   awk -v part=options       from `rigidc --list=options`
#   awk -v part=functions     from `rigidc --list=functions`
#   awk -v part=joints        from `rigidc --list=joints`
#   awk -v part=units         from units.def
#   awk -v part=declarations  from rigidc.h
#   awk -v part=page          a whole page, with lines of no more than 80 characters

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

# --- options: in their groups, with the commands that take them unless all do ---

part == "options" {
	if (split($0, field, /  +/) != 4) {
		print "man.awk: the columns of --list=options are others now" >"/dev/stderr"
		failed = 1
		exit
	}
	left[++options] = field[1]
	group[options] = field[2]
	takers[options] = split(field[3], taker, ",")
	help[options] = field[4]
	for (i = 1; i <= takers[options]; i++) {
		takes[options, taker[i]] = 1
		if (!(taker[i] in known))
			name[++commands] = taker[i]
		known[taker[i]] = 1
	}
}
# "(compile, eval)", or if that is shorter "(not import)"
function whose(option, most, i, names) {
	most = 2 * takers[option] > commands
	for (i = 1; i <= commands; i++)
		if (most ? !((option, name[i]) in takes) : (option, name[i]) in takes)
			names = names (names ? ", " : "") name[i]
	return names ? " (" (most ? "not " : "") names ")" : ""
}
function put_options(i) {
	for (i = 1; i <= options; i++) {
		if (group[i] != group[i - 1])
			print ".SS " roff(group[i])
		put(left[i], (match(left[i], /[ =[]/) ? RSTART - 1 : length(left[i])), help[i] whose(i))
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

# --- a page: text is broken at blanks, but not code, requests and tags ---

function put_line(line, at, start) {
	while (length(line) > 80) {
		for (at = 80; at > 0 && (substr(line, at, 1) != " " || substr(line, at - 1, 1) == "\\"); at--)
			;
		if (!at)
			break
		print substr(line, 1, at - 1)
		line = substr(line, at + 1)
		start = substr(line, 1, 1)
		if (start == "." || start == "'")
			line = "\\&" line
	}
	print line
}
part == "page" {
	if (/^\.(EX|nf)/)
		in_code = 1
	if (/^\.(EE|fi)/)
		in_code = 0
	if (in_code || is_tag || /^[.']/)
		print
	else
		put_line($0)
	is_tag = /^\.TP/
	put_any = 1
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
