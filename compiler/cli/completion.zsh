#compdef rigidc
# Completion of rigidc in zsh. What there is it asks the command: `rigidc --list=TABLE`, and of the model on the line
# `rigidc info`.

_rigidc_ask() { "${(Q)words[1]/#\~\//$HOME/}" "$@" 2>/dev/null </dev/null }

# Files that may be models, as a pattern: "*.(xml|rig|urdf)".
_rigidc_pattern() { print -r "*.(xml$(_rigidc_ask --list=formats | sed 's/^[^ ]*  *\.\([^ ]*\).*/|\1/' | tr -d '\n'))" }

# The first word of each line of a table.
_rigidc_list() { _rigidc_ask --list=$1 | sed 's/[ (].*//' }

# The tables of --list: the indented lines of the help.
_rigidc_tables() { _rigidc_ask --help | sed -n 's/^ \{30\}//p' | tr -s ', ' '\n' }

# Bodies, frames, joints or parameters, as the JSON calls them, of the model on the line: those that need no quotes.
_rigidc_names() {
  local model pattern=$(_rigidc_pattern)
  for model in ${(Q)words[2,-1]}; do
    [[ $model == ${~pattern} && -f $model ]] || continue
    _rigidc_ask info $model --json -f com -O0 --search=none | awk -v lists=" $* " '
      /^  "/ { split($0, part, "\""); wanted = index(lists, " " part[2] " ") }
      wanted && /^      "name": "[A-Za-z_][A-Za-z0-9_]*"/ { split($0, part, "\""); print part[4] }'
    return
  done
}

# functions with + or , between them, behind a name and = if there is one
_rigidc_functions() {
  local -a known
  compset -P '*[=+,]'
  known=(${(f)"$(_rigidc_ask --list=functions | sed 's/ .*//; s/:[A-Z].*/:/')"})
  compadd -S '' -- ${(M)known:#*:}
  compadd -- ${known:#*:}
  if compset -P '*:'; then
    compadd -- ${(f)"$(_rigidc_names bodies frames contacts phases struts groups laws)"}
  fi
}
_rigidc_bodies() { compset -P '*,'; compadd -- all ${(f)"$(_rigidc_names bodies frames)"} }
_rigidc_joints() { compset -P '*,'; compadd -- ${(f)"$(_rigidc_names joints)"} }
_rigidc_poses() { compadd -- ${(f)"$(_rigidc_names poses)"} }
_rigidc_params() { compadd -S = -- ${(f)"$(_rigidc_names params)"} }
# the table of options lists them, "body:BODY" among them
_rigidc_kinds() {
  local -a kinds
  compset -P '*,'
  if compset -P 'payload:'; then
    compadd -- ${(f)"$(_rigidc_names bodies frames)"}
  elif compset -P '*:'; then
    compadd -- ${(f)"$(_rigidc_names bodies)"}
  else
    kinds=(${(f)"$(_rigidc_ask --list=options | sed -n 's/^--parametrize=.*: //p' | tr -d ' ' | tr , '\n')"})
    compadd -S : -- ${${(M)kinds:#*:*}%%:*}
    compadd -- ${kinds:#*:*}
  fi
}
_rigidc_passes() { compadd -- ${(f)"$(_rigidc_list passes)"} }
_rigidc_packages() {
  if [[ $command == compile ]]; then
    compadd -- numpy torch jax
  else
    compadd -- ${(f)"$(_rigidc_list packages)"}
  fi
}
_rigidc_checks() {
  compset -P '*,'
  if compset -P 'no-' || compset -P 'error='; then
    compadd -- ${(f)"$(_rigidc_list checks)"}
  else
    compadd -S '' -- no- error=
    compadd -- error ${(f)"$(_rigidc_list checks)"}
  fi
}
_rigidc_models() { _files -g "$(_rigidc_pattern)" }

# What completes a value that the help writes as $1, as the last parts of a specification of _arguments.
_rigidc_action() {
  case $1 in
  FN*)           print -r ':function:_rigidc_functions' ;;
  FILE*)         print -r ':file:_files' ;;
  BODY*|\[NAME=\]BODY*) print -r ':body:_rigidc_bodies' ;;
  JOINT*)        print -r ':joint:_rigidc_joints' ;;
  POSE)          print -r ':pose:_rigidc_poses' ;;
  KIND)          print -r ':kind:_rigidc_packages' ;;
  KIND*)         print -r ':kind:_rigidc_kinds' ;;
  PASS)          print -r ':pass:_rigidc_passes' ;;
  *CHECK*)       print -r ':check:_rigidc_checks' ;;
  [a-z0-9]*\|*)  print -r ":value:(${${1%%[\[,]*}//|/ })" ;;
  *)             print -r ":${1//:/ }: " ;;
  esac
}

# A specification for each option of the command.
_rigidc_command() {
  local line left form about takers command=$words[2] operand=':model:_rigidc_models' which=all
  local -a specs
  for line in ${(f)"$(_rigidc_ask --list=options | sed 's/   */\t/g')"}; do
    left=${line%%$'\t'*} about=${line##*$'\t'} takers=${${line%$'\t'*}##*$'\t'}
    [[ ,$takers, == *,$command,* ]] || continue
    about=${${about//\[/\\[}//\]/\\]}
    case $left in
    --param=*)   specs+=("*--param=[$about]:parameter:_rigidc_params") ;;
    -?' '*)      specs+=("*${left%% *}+[$about]$(_rigidc_action ${left#* })") ;;
    --[a-z-]#'[='*) form=${${left#*\[=}%\]}
                     specs+=("${left%%\[*}=-[$about]:$(_rigidc_action $form)") ;;
    --*=*)       specs+=("*${left%%=*}=[$about]$(_rigidc_action ${left#*=})") ;;
    *)           specs+=("${left}[$about]") ;;
    esac
  done
  [[ $command == eval ]] && which='all columns'
  [[ $command == plot ]] && operand='*:file:_files'
  [[ $command == compare ]] && operand='*:model:_rigidc_models'
  (( CURRENT-- ))
  words[2]=()
  _arguments "$specs[@]" "--help=-[the options of this command]::which:($which)" $operand
}

_rigidc() {
  setopt local_options extended_glob
  local help
  if (( CURRENT > 2 )); then
    case $words[2] in
    --explain) compadd -- ${(f)"$(_rigidc_list checks)"} ;;
    --list)    compadd -- ${(f)"$(_rigidc_tables)"} ;;
    *)         _rigidc_command ;;
    esac
    return
  fi
  help=$(_rigidc_ask --help)
  if compset -P --list=; then
    compadd -- ${(f)"$(_rigidc_tables)"}
    return
  fi
  local -a commands
  commands=(${(f)"$(sed -n 's/^  rigidc \([a-z][a-z]*\) *\([A-Z][^ ]* \{0,1\}B\{0,1\}\)\{0,1\} *\(.*\)/\1:\3/p' <<<$help)"})
  _describe command commands
  compadd -S = -- --list
  compadd -- --explain --version --help
}

_rigidc "$@"
