/* The grammar of the model language: tokens to AST. Actions only call constructors. A statement with a mistake is
 * reported and skipped to its end, so that one run finds several mistakes. */

%require "3.8"
%expect 0
%define api.pure full
%define api.prefix {rig_}
%define api.token.prefix {RIG_}
%define api.value.type union
%define api.location.type {struct Span}
%define parse.error custom
%define parse.lac full
%define lr.default-reduction consistent /* so that recovery stops at the right token */
%locations
%param {struct Reader *reader}

%code requires {
#include "grammar/expected.h"
#include "grammar/state.h"
}

%code {
#define YYLLOC_DEFAULT(current, rhs, n) \
	((current) = (n) ? span_join(YYRHSLOC(rhs, 1), YYRHSLOC(rhs, n)) \
	                 : (struct Span){ YYRHSLOC(rhs, 0).end, YYRHSLOC(rhs, 0).end, YYRHSLOC(rhs, 0).source })

static void rig_error(const struct Span *span, struct Reader *reader, const char *message);

static const char *written(const struct Reader *reader, struct Span span)
{
	return arena_copy(reader->arena, reader->text + span.begin, span.end - span.begin);
}

static const struct Ident anonymous = { .text = NULL };
static const struct Argument no_argument = { .value = NULL };
static const struct Arguments nothing = { NULL, 0, 0 };

/* The statement, with its end. NULL: no statement. */
static struct Stmt *ended(struct Stmt *stmt, struct Span whole)
{
	if (stmt)
		stmt->end = whole.end;
	return stmt;
}

static struct Arguments points_add(struct Diags *diags, struct Arguments list, struct Ident point)
{
	return arguments_add(diags, list, anonymous, expr_name(diags, point));
}
}

%code provides {
/* rig_scan: a token from the scanner. rig_lex: the filtered stream for the parser (filter.c). */
int rig_scan(RIG_STYPE *value, RIG_LTYPE *span, void *scanner);
int rig_lex(RIG_STYPE *value, RIG_LTYPE *span, struct Reader *reader);
}

%token
	END 0     "the end of the text"
	START_MODEL START_VALUE
	NEWLINE   "the end of the line"
	CONST     "'const'"
	BODY      "'body'"
	FRAME     "'frame'"
	GENERATE  "'generate'"
	ON        "'on'"
	AT        "'at'"
	THEN      "'then'"
	ABOUT     "'about'"
	IN        "'in'"
	BY        "'by'"
	WRENCH    "'wrench'"
	FUNCTION  "'function'"
	TABLE     "'table'"
	USE       "'use'"
	AS        "'as'"
	MIRROR    "'mirror'"
	FOR       "'for'"
	IF        "'if'"
	ELSE      "'else'"
	INCLUDE   "'include'"
	ORDER     "'order'"
	ASSERT    "'assert'"
	WITHIN    "'within'"
	ACCEPT    "'accept'"
	HOLD      "'hold'"
	STRUT     "'strut'"
	BETWEEN   "'between'"
	AND       "'and'"
	TENDON    "'tendon'"
	OVER      "'over'"
	CONTACT   "'contact'"
	PHASE     "'phase'"
	GROUP     "'group'"
	IDLE      "'idle'"
	LOOP      "'loop'"
	FROM      "'from'"
	TO        "'to'"
	CONSTRAINT "'constraint'"
	SOLVE     "'solve'"
	VISUAL    "'visual'"
	COLLISION "'collision'"
	SCALE     "'scale'"
	WHILE     "'while'"
	WRAP      "'wrap'"
	AROUND    "'around'"
	SIDE      "'side'"
	PLUS "'+'" MINUS "'-'" STAR "'*'" SLASH "'/'" CARET "'^'"
	OPEN "'('" CLOSE "')'" LEFT "'['" RIGHT "']'" BEGIN "'{'" FINISH "'}'"
	COMMA "','" SEMICOLON "';'" ROW "';' and a row" COLON "':'" EQUALS "'='" DOT "'.'" RANGE "'..'"
	NUMBER    "a number"
	BREAK     "the place at which a text breaks off" /* it is expected nowhere */
%token <const char *> MODEL "'model'" JOINT "'joint'" PARAM "'param'" INPUT "'input'" POSE "'pose'" PART "'part'" /* with the /// lines before them, or NULL */
%token <struct Ident> NAME "a name" ADDED "'added'" CHECK "the name of a check"
%token <enum Compare> COMPARE "a comparison"
%token <struct Unit> UNIT "a unit" PER_UNIT "'/' and a unit" TIMES_UNIT "'*' and a unit"

%type <struct StmtList> statements block block_opt
%type <struct Stmt *> statement wrench input
%type <struct Expr *> composed expr sum term factor power postfix primary station
%type <struct Unit> unit
%type <struct Arguments> list at_opt then_opt in_opt arguments arguments_opt functions parts positions places points stations
%type <struct MatrixRows> rows
%type <struct Argument> argument function output formal position
%type <struct Arguments> formals part_formals part_formals_opt
%type <struct Expr *> by_opt value_opt unit_opt frames scale_opt
%type <enum StmtKind> shape
%type <struct Ident> declared place called frame name_opt pose_opt on_opt about_opt mirror_opt seen_opt word_opt

%%

text:
	START_MODEL statements        { reader->ast.statements = $2; }
|	START_VALUE composed NEWLINE  { reader->ast.value = $2; }
|	START_VALUE error NEWLINE     { yyerrok; }
;

statements:
	statement                     { $$ = statements_add((struct StmtList){ 0 }, ended($1, @1)); }
|	statements separator statement { $$ = statements_add($1, ended($3, @3)); }
;

separator: NEWLINE | SEMICOLON ;

statement:
	%empty                        { $$ = NULL; }
|	MODEL NAME                    { $$ = stmt_new(reader->diags, STMT_MODEL, @$); $$->name = $2;
	                                $$->doc = $1; }
|	CONST NAME EQUALS composed    { $$ = stmt_new(reader->diags, STMT_CONST, @$); $$->name = $2;
	                                $$->value = $4; }
|	PARAM NAME unit_opt EQUALS expr
	                              { $$ = stmt_new(reader->diags, STMT_PARAM, span_join(@1, @2)); $$->name = $2;
	                                $$->by = $3; $$->value = $5; $$->doc = $1; }
|	input block                   { $$ = $1; $$->block = $2; $$->law = true; }
|	input
|	FUNCTION NAME OPEN formals CLOSE EQUALS composed
	                              { $$ = stmt_new(reader->diags, STMT_FUNCTION, span_join(@1, @2));
	                                $$->name = $2; $$->list = $4; $$->value = $7; }
|	TABLE NAME OPEN formals CLOSE unit_opt word_opt EQUALS expr
	                              { $$ = stmt_new(reader->diags, STMT_TABLE, span_join(@1, @2));
	                                $$->name = $2; $$->list = $4; $$->by = $6; $$->curve = $7; $$->value = $9; }
|	BODY declared on_opt at_opt block_opt
	                              { $$ = stmt_new(reader->diags, STMT_BODY, span_join(@1, @2));
	                                $$->name = $2; $$->on = $3; $$->at = $4; $$->block = $5; }
|	FRAME declared on_opt at_opt  { $$ = stmt_new(reader->diags, STMT_FRAME, span_join(@1, @2));
	                                $$->name = $2; $$->on = $3; $$->at = $4; }
|	JOINT name_opt COLON NAME arguments_opt then_opt value_opt block_opt
	                              { $$ = stmt_new(reader->diags, STMT_JOINT, span_join(@1, @4));
	                                $$->name = $2; $$->joint = $4; $$->list = $5; $$->then = $6;
	                                $$->value = $7; $$->block = $8; }
|	JOINT NAME OPEN formals CLOSE block
	                              { $$ = stmt_new(reader->diags, STMT_KIND, span_join(@1, @2));
	                                $$->name = $2; $$->coordinates = $4; $$->block = $6; $$->doc = $1; }
|	JOINT NAME OPEN formals ROW formals CLOSE block
	                              { $$ = stmt_new(reader->diags, STMT_KIND, span_join(@1, @2));
	                                $$->name = $2; $$->coordinates = $4; $$->list = $6;
	                                $$->block = $8; $$->doc = $1; }
|	NAME expr about_opt in_opt by_opt at_opt
	                              { $$ = stmt_new(reader->diags, STMT_PROPERTY, @1);
	                                $$->name = $1; $$->value = $2; $$->about = $3; $$->in = $4;
	                                $$->by = $5; $$->at = $6; }
|	ADDED expr                    { $$ = stmt_new(reader->diags, STMT_PROPERTY, @1); $$->name = $1; $$->value = $2; }
|	ADDED expr COMMA list         { $$ = stmt_new(reader->diags, STMT_PROPERTY, @1);
	                                $$->name = $1; $$->value = $2; $$->list = $4; $$->law = true; }
|	ADDED                         { $$ = stmt_new(reader->diags, STMT_PROPERTY, @1); $$->name = $1; }
|	NAME                          { $$ = stmt_new(reader->diags, STMT_PROPERTY, @1); $$->name = $1; }
|	wrench
|	wrench block                  { $$ = $1; $$->block = $2; $$->law = true; }
|	POSE NAME BEGIN positions FINISH
	                              { $$ = stmt_new(reader->diags, STMT_POSE, span_join(@1, @2)); $$->name = $2;
	                                $$->list = $4; $$->doc = $1; }
|	PART NAME part_formals_opt block
	                              { $$ = stmt_new(reader->diags, STMT_PART, span_join(@1, @2)); $$->name = $2;
	                                $$->list = $3; $$->block = $4; $$->doc = $1; }
|	USE NAME arguments_opt AS declared on_opt at_opt mirror_opt
	                              { $$ = stmt_new(reader->diags, STMT_USE, span_join(@1, @5)); $$->part = $2;
	                                $$->list = $3; $$->name = $5; $$->on = $6; $$->at = $7; $$->mirror = $8; }
|	FOR NAME IN expr RANGE expr block
	                              { $$ = stmt_new(reader->diags, STMT_FOR, span_join(@1, @6)); $$->name = $2;
	                                $$->value = $4; $$->by = $6; $$->block = $7; }
|	STRUT declared BETWEEN place AND place block_opt
	                              { $$ = stmt_new(reader->diags, STMT_STRUT, span_join(@1, @6)); $$->name = $2;
	                                $$->list = points_add(reader->diags, points_add(reader->diags, nothing, $4), $6);
	                                $$->block = $7; }
|	TENDON declared OVER stations block_opt
	                              { $$ = stmt_new(reader->diags, STMT_TENDON, span_join(@1, @4)); $$->name = $2;
	                                $$->list = $4; $$->block = $5; }
|	WRAP declared COLON NAME arguments_opt on_opt at_opt
	                              { $$ = stmt_new(reader->diags, STMT_WRAP, span_join(@1, @4));
	                                $$->name = $2; $$->joint = $4; $$->list = $5; $$->on = $6; $$->at = $7; }
|	INCLUDE NAME word_opt         { $$ = stmt_new(reader->diags, STMT_INCLUDE, @$); $$->name = $2;
	                                $$->joint = $3; }
|	INCLUDE NAME NAME NAME        { $$ = stmt_new(reader->diags, STMT_INCLUDE, @$); $$->name = $2;
	                                $$->joint = $3; $$->on = $4; }
|	ORDER places                  { $$ = stmt_new(reader->diags, STMT_ORDER, @1); $$->list = $2; }
|	ORDER OPEN places CLOSE       { $$ = stmt_new(reader->diags, STMT_ORDER, @1); $$->list = $3; }
|	ASSERT place EQUALS place WITHIN list
	                              { $$ = stmt_new(reader->diags, STMT_ASSERT, span_join(@1, @4)); $$->at = $6;
	                                $$->list = arguments_add(reader->diags, nothing, $2, NULL);
	                                $$->list = arguments_add(reader->diags, $$->list, $4, NULL); }
|	ACCEPT CHECK                  { $$ = stmt_new(reader->diags, STMT_ACCEPT, @$); $$->name = $2; }
|	CONTACT declared on_opt at_opt block_opt
	                              { $$ = stmt_new(reader->diags, STMT_CONTACT, span_join(@1, @2));
	                                $$->name = $2; $$->on = $3; $$->at = $4; $$->block = $5; }
|	CONTACT declared COLON NAME arguments_opt on_opt at_opt block_opt
	                              { $$ = stmt_new(reader->diags, STMT_CONTACT, span_join(@1, @4));
	                                $$->name = $2; $$->joint = $4; $$->list = $5; $$->on = $6; $$->at = $7;
	                                $$->block = $8; }
|	PHASE NAME EQUALS points      { $$ = stmt_new(reader->diags, STMT_PHASE, span_join(@1, @2)); $$->name = $2;
	                                $$->list = $4; }
|	GROUP declared EQUALS points  { $$ = stmt_new(reader->diags, STMT_GROUP, span_join(@1, @2)); $$->name = $2;
	                                $$->list = $4; }
|	IDLE places                   { $$ = stmt_new(reader->diags, STMT_IDLE, @1); $$->list = $2; }
|	LOOP declared COLON NAME arguments_opt FROM place TO place block_opt
	                              { $$ = stmt_new(reader->diags, STMT_LOOP, span_join(@1, @9)); $$->name = $2;
	                                $$->joint = $4; $$->list = $5; $$->on = $7; $$->to = $9; $$->block = $10; }
|	CONSTRAINT declared EQUALS expr block_opt
	                              { $$ = stmt_new(reader->diags, STMT_CONSTRAINT, span_join(@1, @2));
	                                $$->name = $2; $$->value = $4; $$->block = $5; }
|	CONSTRAINT declared ON place IN place EQUALS expr block_opt
	                              { $$ = stmt_new(reader->diags, STMT_CONSTRAINT, span_join(@1, @6));
	                                $$->name = $2; $$->on = $4; $$->to = $6; $$->value = $8; $$->block = $9; }
|	SOLVE points pose_opt         { $$ = stmt_new(reader->diags, STMT_SOLVE, @1); $$->list = $2; $$->on = $3; }
|	shape NAME arguments at_opt block_opt
	                              { $$ = stmt_new(reader->diags, $1, span_join(@1, @3)); $$->joint = $2;
	                                $$->list = $3; $$->at = $4; $$->block = $5; }
|	shape NAME NAME scale_opt at_opt block_opt
	                              { $$ = stmt_new(reader->diags, $1, span_join(@1, @3)); $$->joint = $2;
	                                $$->name = $3; $$->value = $4; $$->at = $5; $$->block = $6; }
|	GENERATE functions            { $$ = stmt_new(reader->diags, STMT_GENERATE, @$); $$->list = $2; }
|	error                         { $$ = NULL; yyerrok; }
|	error block                   { $$ = NULL; yyerrok; }
;

shape:
	VISUAL                        { $$ = STMT_VISUAL; }
|	COLLISION                     { $$ = STMT_COLLISION; }
;
wrench:
	WRENCH declared on_opt seen_opt at_opt
	                              { $$ = stmt_new(reader->diags, STMT_WRENCH, span_join(@1, @2));
	                                $$->name = $2; $$->on = $3; $$->to = $4; $$->at = $5; }
;
input: INPUT declared unit_opt value_opt word_opt
	                              { $$ = stmt_new(reader->diags, STMT_INPUT, span_join(@1, @2)); $$->name = $2;
	                                $$->by = $3; $$->value = $4; $$->curve = $5; $$->doc = $1; }
;
block_opt: %empty                     { $$ = (struct StmtList){ 0 }; }
|	block
;
block: BEGIN statements FINISH        { $$ = $2; }
;
/* Declared names may have an index, `link[i]`; referenced names may also be in a part, `FL.hip`. */
declared:
	NAME
|	declared LEFT expr RIGHT      { $$ = ident_element(reader->diags, $1, @4, $3); }
;
place:
	NAME
|	place LEFT expr RIGHT         { $$ = ident_element(reader->diags, $1, @4, $3); }
|	place DOT NAME                { $$ = ident_component(reader->diags, $1, $3); }
;
places:
	place                         { $$ = arguments_add(reader->diags, nothing, $1, NULL); }
|	places COMMA place            { $$ = arguments_add(reader->diags, $1, $3, NULL); }
;
name_opt: %empty                      { $$ = anonymous; }
|	declared
;
pose_opt: %empty                      { $$ = anonymous; }
|	AT NAME                       { $$ = $2; }
;
on_opt: %empty                        { $$ = anonymous; }
|	ON place                      { $$ = $2; }
;
seen_opt: %empty                      { $$ = anonymous; }
|	IN place                      { $$ = $2; }
;
mirror_opt: %empty                    { $$ = anonymous; }
|	MIRROR NAME                   { $$ = $2; }
;
at_opt: %empty                        { $$ = nothing; }
|	AT list                       { $$ = $2; }
;
then_opt: %empty                      { $$ = nothing; }
|	THEN list                     { $$ = $2; }
;
in_opt: %empty                        { $$ = nothing; }
|	IN list                       { $$ = $2; }
;
about_opt: %empty                     { $$ = anonymous; }
|	ABOUT place                   { $$ = $2; }
;

value_opt: %empty                     { $$ = NULL; }
|	EQUALS expr                   { $$ = $2; }
;
unit_opt: %empty                      { $$ = NULL; }
|	COLON unit                    { $$ = expr_formal(reader->diags, @2, $2, written(reader, @2)); }
;
word_opt: %empty                      { $$ = anonymous; }
|	NAME
;
scale_opt: %empty                     { $$ = NULL; }
|	SCALE expr                    { $$ = $2; }
;
by_opt: %empty                        { $$ = NULL; }
|	BY expr                       { $$ = $2; }
;

formals:
	formal                        { $$ = arguments_add(reader->diags, nothing, $1.name, $1.value); }
|	formals COMMA formal          { $$ = arguments_add(reader->diags, $1, $3.name, $3.value); }
;
formal:
	NAME                          { $$ = (struct Argument){ .name = $1 }; }
|	NAME COLON unit               { $$ = (struct Argument){ .name = $1 };
	                                $$.value = expr_formal(reader->diags, @3, $3, written(reader, @3)); }
|	NAME COLON NAME               { $$ = (struct Argument){ .name = $1, .value = expr_name(reader->diags, $3) }; }
;

part_formals_opt: %empty              { $$ = nothing; }
|	OPEN CLOSE                    { $$ = nothing; }
|	OPEN part_formals CLOSE       { $$ = $2; }
;
part_formals:
	formal                        { $$ = formals_add(reader->diags, nothing, $1, NULL); }
|	formal EQUALS expr            { $$ = formals_add(reader->diags, nothing, $1, $3); }
|	part_formals COMMA formal     { $$ = formals_add(reader->diags, $1, $3, NULL); }
|	part_formals COMMA formal EQUALS expr { $$ = formals_add(reader->diags, $1, $3, $5); }
;

functions:
	function                      { $$ = arguments_add(reader->diags, nothing, $1.name, $1.value); }
|	functions COMMA function      { $$ = arguments_add(reader->diags, $1, $3.name, $3.value); }
;
function:
	output
|	NAME EQUALS parts             { $$ = (struct Argument){ .name = $1, .value = expr_fused(reader->diags, @3, $3) }; }
;
parts:
	output                        { $$ = arguments_add(reader->diags, nothing, $1.name, $1.value); }
|	parts PLUS output             { $$ = arguments_add(reader->diags, $1, $3.name, $3.value); }
;
output:
	called                        { $$ = (struct Argument){ .name = $1 }; }
|	called COLON frames           { $$ = (struct Argument){ .name = $1, .value = $3 }; }
;
/* A function; one has the name of a statement. */
called:
	NAME
|	WRENCH                        { $$ = (struct Ident){ .text = "wrench", .span = @1 }; }
;
frames:
	frame                         { $$ = expr_frames(reader->diags, $1, NULL); }
|	frame COLON frames            { $$ = expr_frames(reader->diags, $1, $3); }
;
frame:
	place
|	WRENCH                        { $$ = (struct Ident){ .text = "wrench", .span = @1 }; }
;

points:
	place                         { $$ = points_add(reader->diags, nothing, $1); }
|	points COMMA place            { $$ = points_add(reader->diags, $1, $3); }
;

/* Points of a tendon. */
stations:
	station                       { $$ = arguments_add(reader->diags, nothing, anonymous, $1); }
|	stations COMMA station        { $$ = arguments_add(reader->diags, $1, anonymous, $3); }
;
station:
	place                         { $$ = expr_name(reader->diags, $1); }
|	place AT expr                 { $$ = expr_point(reader->diags, @$, $1, $3, NULL); }
|	place WHILE expr FROM expr TO expr
	                              { $$ = expr_point(reader->diags, @$, $1, NULL, (struct Expr *[]){ $3, $5, $7 }); }
|	place AT expr WHILE expr FROM expr TO expr
	                              { $$ = expr_point(reader->diags, @$, $1, $3, (struct Expr *[]){ $5, $7, $9 }); }
|	AROUND place                  { $$ = expr_around(reader->diags, @$, $2, NULL, NULL); }
|	AROUND place SIDE expr        { $$ = expr_around(reader->diags, @$, $2, "side", $4); }
|	AROUND place BY expr          { $$ = expr_around(reader->diags, @$, $2, "by", $4); }
;

positions:
	position                      { $$ = positions_add(reader->diags, nothing, $1); }
|	positions separator position  { $$ = positions_add(reader->diags, $1, $3); }
|	positions COMMA position      { $$ = positions_add(reader->diags, $1, $3); }
;
position:
	%empty                        { $$ = no_argument; }
|	place EQUALS expr             { $$ = (struct Argument){ .name = $1, .value = $3 }; }
|	HOLD place EQUALS expr        { $$ = (struct Argument){ .name = $2, .value = $4, .held = true }; }
|	error                         { $$ = no_argument; yyerrok; }
|	error BEGIN positions FINISH  { $$ = no_argument; yyerrok; }
;

list:
	expr                          { $$ = arguments_add(reader->diags, nothing, anonymous, $1); }
|	list COMMA expr               { $$ = arguments_add(reader->diags, $1, anonymous, $3); }
;

composed:
	expr
|	composed COMMA expr           { $$ = expr_binary(reader->diags, EXPR_COMPOSE, $1, $3); }
;

expr:
	sum
|	IF sum COMPARE sum THEN expr ELSE expr
	                              { $$ = expr_choice(reader->diags, @$, $3, (struct Expr *[]){ $2, $4, $6, $8 }); }
;
sum:
	term
|	sum PLUS term                 { $$ = expr_binary(reader->diags, EXPR_ADD, $1, $3); }
|	sum MINUS term                { $$ = expr_binary(reader->diags, EXPR_SUB, $1, $3); }
;
term:
	factor
|	term STAR factor              { $$ = expr_binary(reader->diags, EXPR_MUL, $1, $3); }
|	term SLASH factor             { $$ = expr_binary(reader->diags, EXPR_DIV, $1, $3); }
;
factor:
	power
|	MINUS factor                  { $$ = expr_negate(reader->diags, @1, $2); }
|	PLUS factor                   { $$ = $2; }
;
power:
	postfix
|	postfix CARET factor          { $$ = expr_binary(reader->diags, EXPR_POWER, $1, $3); }
;
postfix:
	primary
|	primary unit                  { $$ = expr_unit(reader->diags, @$, $1, $2, written(reader, @2)); }
|	NAME                          { $$ = expr_name(reader->diags, $1); }
|	postfix DOT NAME              { $$ = expr_component(reader->diags, $1, $3); }
|	postfix LEFT expr RIGHT       { $$ = expr_element(reader->diags, @4, $1, $3); }
;
primary:
	NUMBER                        { $$ = expr_number(reader->diags, @1, reader->text + @1.begin, @1.end - @1.begin); }
|	OPEN list CLOSE               { $$ = expr_vector(reader->diags, @$, $2); }
|	LEFT rows RIGHT               { $$ = expr_matrix(reader->diags, @$, $2); }
|	NAME arguments                { $$ = expr_call(reader->diags, @$, $1, $2); }
;
unit:
	UNIT
|	unit UNIT                     { $$ = unit_times($1, $2, 1); }
|	unit TIMES_UNIT               { $$ = unit_times($1, $2, 1); }
|	unit PER_UNIT                 { $$ = unit_times($1, $2, 1); }
;
rows:
	list                          { $$ = rows_begin($1); }
|	rows ROW list                 { $$ = rows_add(reader->diags, $1, $3); }
;

arguments_opt: %empty                 { $$ = nothing; }
|	arguments
;
arguments:
	OPEN CLOSE                    { $$ = nothing; }
|	OPEN argument_list CLOSE      { $$ = $argument_list; }
;
%type <struct Arguments> argument_list;
argument_list:
	argument                      { $$ = arguments_add(reader->diags, nothing, $1.name, $1.value); }
|	argument_list COMMA argument  { $$ = arguments_add(reader->diags, $1, $3.name, $3.value); }
;
argument:
	expr                          { $$ = (struct Argument){ .value = $1 }; }
|	NAME EQUALS expr              { $$ = (struct Argument){ .name = $1, .value = $3 }; }
;

%%

static bool among(const yysymbol_kind_t *symbol, int count, yysymbol_kind_t wanted)
{
	for (int i = 0; i < count; i++)
		if (symbol[i] == wanted)
			return true;
	return false;
}

/* Drops expected tokens that nobody forgets: `[` and `.` where they would only lengthen a name, and the end of the
 * source where a line may end. */
static int without_trifles(yysymbol_kind_t *symbol, int count)
{
	bool value = among(symbol, count, YYSYMBOL_NUMBER), line = among(symbol, count, YYSYMBOL_NEWLINE);
	int kept = 0;
	for (int i = 0; i < count; i++) {
		bool longer = (symbol[i] == YYSYMBOL_LEFT || symbol[i] == YYSYMBOL_DOT) && !value;
		if (!longer && !(line && symbol[i] == YYSYMBOL_YYEOF))
			symbol[kept++] = symbol[i];
	}
	return kept;
}

/* A text that breaks off: words are symbols like "'at'". */
static void keep_expected(struct Expected *kept, const yysymbol_kind_t *symbol, int count)
{
	kept->known = true;
	kept->name = among(symbol, count, YYSYMBOL_NAME);
	kept->unit = among(symbol, count, YYSYMBOL_UNIT);
	for (int i = 0; i < count; i++) {
		const char *name = yysymbol_name(symbol[i]);
		if (name[0] == '\'' && name[1] >= 'a' && name[1] <= 'z' && kept->count < EXPECTED_MOST)
			kept->word[kept->count++] = name;
	}
}

static int yyreport_syntax_error(const yypcontext_t *context, struct Reader *reader)
{
	enum { SHOWN = 5 };
	yysymbol_kind_t expected[YYNTOKENS];
	int count = without_trifles(expected, yypcontext_expected_tokens(context, expected, YYNTOKENS));
	yysymbol_kind_t found = yypcontext_token(context);
	if (found == YYSYMBOL_BREAK) {
		keep_expected(reader->expected, expected, count);
		return 0;
	}
	const struct Span *span = yypcontext_location(context);
	bool operand = among(expected, count, YYSYMBOL_STAR); /* an expression may end here */
	struct Text text = text_new(reader->arena);
	if (operand && among(expected, count, YYSYMBOL_COMPARE))
		text_put(&text, "'<', '<=', '>', '>=' or an operator");
	else if (operand && among(expected, count, YYSYMBOL_THEN))
		text_put(&text, "'then' or an operator");
	else if (operand && among(expected, count, YYSYMBOL_ELSE))
		text_put(&text, "'else' or an operator");
	else if (operand && among(expected, count, YYSYMBOL_CLOSE))
		text_put(&text, "',', ')' or an operator");
	else if (operand && among(expected, count, YYSYMBOL_RANGE))
		text_put(&text, "'..' or an operator");
	else if (operand && among(expected, count, YYSYMBOL_RIGHT))
		text_put(&text, among(expected, count, YYSYMBOL_COMMA) ? "',', ']' or an operator" : "']' or an operator");
	else if (operand && !among(expected, count, YYSYMBOL_NEWLINE))
		text_put(&text, "'{' or an operator");
	else if (operand)
		text_put(&text, "an operator or the end of the statement");
	else if (among(expected, count, YYSYMBOL_NUMBER))
		text_put(&text, "a value");
	else if (count > SHOWN)
		text_put(&text, among(expected, count, YYSYMBOL_CONST) ? "a statement" : "the end of the statement");
	else
		for (int i = 0; i < count; i++)
			text_format(&text, "%s%s", i == 0 ? "" : i == count - 1 ? " or " : ", ",
			            yysymbol_name(expected[i]));
	reader_syntax_error(reader, *span, yysymbol_name(found), text_string(&text), operand);
	return 0;
}

/* Messages of bison itself: only the exhausted parser stack is left. */
static void rig_error(const struct Span *span, struct Reader *reader, const char *message)
{
	(void)message;
	if (!reader->diags->syntax_errors)
		diag(reader->diags, CHECK_TOO_DEEP, *span, "this is nested too deeply");
}
