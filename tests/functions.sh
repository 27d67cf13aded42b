# Functions and bodies of models, for `. tests/functions.sh` after tests/tap.sh.

# listed_functions: those that every model may have, as --list=functions writes them; not those of a phase, of struts and of a law
listed_functions() {
	"$RIGIDC" --list=functions | sed 's/ .*//; /:PHASE/d; /:STRUT/d; /:GROUP/d; /^lengths$/d; /^arms$/d; /^length_rates$/d; /^rates$/d; /:NAME/d'
}

# last_body MODEL [PATTERN]: the body of the last joint whose name matches
last_body() {
	"$RIGIDC" info "$1" -f rnea --search=none --json 2>/dev/null |
	    perl -MJSON::PP -0777 -CO -e 'my @body = grep { /$ARGV[0]/ } map { $_->{child} } @{ decode_json(<STDIN>)->{joints} }; print $body[-1] // "", "\n"' "${2-.}"
}
