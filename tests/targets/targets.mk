# Generated code on other machines (tests/targets/README.md). ONLY="--targets=m4f,... --robots=ur5,... --functions=... --forms=..."
check-targets: all
	RIGIDC=$(BUILD)/rigidc prove -v --timer -e "" tests/targets/check.pl tests/targets/controller_test.sh :: $(ONLY)

targets-table: all
	@RIGIDC=$(BUILD)/rigidc perl tests/targets/table.pl $(ONLY)
