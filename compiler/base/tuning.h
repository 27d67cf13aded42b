/* Thresholds that are measured, not derived, each with the command that shows its effect. Results never depend on
 * them, only time and counts of operations. Read by the search, the passes, the lowering and the printers. */
#ifndef RIGIDC_BASE_TUNING_H
#define RIGIDC_BASE_TUNING_H

/* Search over plans: sh tests/pipeline/counts_test.sh (operations), `make scale` (time). */
enum {
	QUICK_NODES = 4000000, /* DAG nodes of a quick search */
	QUICK_ROWS = 36,       /* rows of loops, from which on fewer nodes are made: the time of a compile is bounded */
	QUICK_CHOICES = 16,    /* trials for each link in a round of the quick search */
	THOROUGH_NODES = 60000000, /* DAG nodes of a thorough search: a minute or two */
	THOROUGH_PATIENCE = 100,   /* starts in a row without gain */
	THOROUGH_CHANGES = 4,      /* most choices changed at random before a start */
	THOROUGH_CANDIDATES = 6,   /* plans that are compared with long annealing */
	CANDIDATE_CYCLES = 100,    /* annealing cycles of this comparison */
	CLOSE_CYCLES = 19,         /* annealing cycles to compare plans: fewer than the function gets */
	RULES_CYCLES = 8,          /* annealing cycles to compare rules of operators, which are further apart */
	MATRICES_DEARER = 2,       /* a start that costs more than this many times the other is not searched */
	SWEEPS_MOST = 8000,        /* nodes of operators, beyond which their rules and plan are not tried */
	WEIGHTS_LAST_MOST = 4,     /* values of a function; with more, operators never weight gradients at the end */
	DIFFERENCE_TERMS =
		256, /* terms of a sum, beyond which differences of sums are not simplified: a bound of time */
	ABA_ENTRIES_MOST =
		6,         /* velocities up to a link, to which columns of fd are eliminated by entries, not vectors */
	DEEP_PAIRS = 5000, /* pairs of velocities on a path, beyond which fd articulates all joints */
};
/* Sum of squares of the velocities up to each link's, relative to the square of all, beyond which minv articulates all
 * joints: chains of 25 hinges and more. */
#define DEEP_INVERSE 8.6

/* Trials of a search. */
enum {
	HOPELESS = 16, /* a form with so many times the fewest nodes of a trial is left without passes */
	/* Patterns of joints to articulate are compared after the passes if they have fewer nodes than PATTERNS_SMALL, or cost more
	 * before by at most one part of PATTERNS_NEAR. */
	PATTERNS_SMALL = 640,
	PATTERNS_NEAR = 32,
};

/* Annealing: the same, with `--search=quick` and `--search=thorough`. */
enum {
	ANNEALING_CYCLE_WORK = 4, /* work of a cycle, as a multiple of making the nodes */
	ANNEALING_MOVES = 25,     /* moves for each node in a cycle */
	ANNEALING_TERMS = 12,     /* terms or factors at a time */
	ANNEALING_SMALL = 1000,   /* nodes; smaller DAGs have more cycles, at no more cost */
	ANNEALING_LARGE = 3000,   /* nodes; larger DAGs have fewer cycles */
	ANNEALING_MOST = 30000,   /* nodes; larger DAGs are not annealed */
	ANNEALING_PATIENCE = 100, /* most cycles of a small DAG that is not searched thoroughly */
};

/* Names of a model: `make scale`. */
enum {
	ENV_TABLE = 16, /* names of a part or loop; with more they have a hash table */
};

/* Nodes of a DAG in its hash table: `make scale`, tests/pipeline/scale_test.sh. */
enum {
	DAG_SLOTS_NODE = 2,     /* slots for each node, in the order of the nodes */
	DAG_SLOTS_NEAR = 32768, /* slots near those of the newest operand: within a cache */
	DAG_SLOTS_TRIED = 12,   /* slots tried there, before slots anywhere */
	DAG_RECENT = 64,        /* constants that are found without their slots */
};

/* Passes: `make scale`. */
enum {
	FACTORING_LONGEST = 100, /* terms of a sum, beyond which the search for common factors takes quadratic time */
	CSE_NEAR = 24,           /* following operands paired with an operand */
	PASS_FREES = 30000,      /* nodes of a DAG; from this size on each pass frees the DAG of the pass before */
};

/* Lowering: `make forms`, tests/c/instructions_test.sh. */
enum {
	SCHEDULE_MOST = 50000,   /* longest program, in steps, for which several schedules are tried */
	SIGN_SWEEPS = 4,         /* sweeps over a program for the places of negative signs */
	SIGN_MOST_STEPS = 50000, /* longest program, in steps, in which places are searched */
	SIGN_NEGATION = 16,      /* cost on x86-64 of a change of sign, */
	SIGN_COPY = 2,           /* of a copy of an operand that is read later, */
	SIGN_HALF_COPY = 1,      /* and of a copy that is needed in some orders only, in the same unit */
	STATEMENT_LARGEST = 100, /* operations of a statement: libtcc's stack for expressions ends at 255 */
};
/* Share of live temporaries below which another schedule is taken: 8 to 12 % faster on a humanoid, else 2 to 8 % slower. */
#define SCHEDULE_FAR_FEWER 0.64

/* Limbs in vector lanes: `make forms ROBOTS=examples/solo12.rig`. */
#define LANE_MOVE 2.0         /* cost of a number that enters or leaves a lane, in operations */
#define LIMB_LANES_WORTH 0.85 /* estimated time relative to the scalar form, below which lanes pay */
#define LIMB_LOOPS_WORTH 0.95 /* the same in bytes: for loops under --size=on (`make small`), and for long functions */

/* Stages: tests/c/bytes_test.sh. */
enum {
	STAGE_MEMBERS = 3,           /* least members of a stage */
	STAGE_ZEROS = 2,             /* most zeros among the values of a member that are none of others */
	STAGES_NODES = 2500,         /* least nodes of a function with loops over columns of a solution, */
	STAGES_WORTH = 500,          /* least operations that these loops save, */
	STAGES_WORTH_LANES = 20000,  /* the same where limbs are in lanes, */
	STAGES_WORTH_INVERSE = 2000, /* and over columns of an inverse alone */
};

/* Printing: `make small` (bytes), `make batch`, `make tiers`. */
enum {
	CACHE_TEMPORARIES = 700, /* most temporaries of code that fits an instruction cache: 46 bytes each */
	PIECE_STATEMENTS = 300,  /* statements of a piece of a long function */
	NARROW_LONG = 1800,      /* operations of the longest code for narrow registers in one piece */
	NARROW_PIECE = 120,      /* statements of such a piece */
	LOOP_STEPS = 250,        /* steps of a loop over limbs in lanes: its turns read it from the instruction cache */
	LOOP_STARTS = 5,         /* starts of the search of a function with loops */
	INFO_SEARCHED = 1500,    /* operations times starts, beyond which an overview by `info` has no search */
	OPERATIONS_LONG = 2600,  /* operations of a function, beyond which its time is proportional to its bytes */
	BATCH_MOST = 2500,       /* operations of a function, beyond which limbs are loops in its batch */
	BATCH_TOGETHER =
		80000, /* most bytes of results of states that are computed before they are put in lines of the cache */
	BATCH_GATHERED = 5, /* least operations for each number that is put side by side with those of other states */
	BATCH_ZEROS =
		4, /* part of the entries of a matrix that are zero: from a fourth on a batch writes zeros apart */
	COMPACT_ZEROS = 8,     /* entries that are zero; with more a loop has fewer bytes (--size=on) */
	COMPACT_MIRRORED = 12, /* mirrored entries, likewise */
	COMPACT_STAGE = 12,    /* statements of a stage of limbs, likewise */
	SINCOS_LARGEST = 8,    /* most angles of a call of a sine function */
	SINCOS_VECTOR = 3,     /* most angles of a call with limbs in lanes */
	SINCOS_FEW = 12,       /* angles of a function; up to this number its calls of sines are inlined */
};

#endif
