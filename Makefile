# Candor: the two commands are `make edition` and `make test`; alone, `make` lists the rest.
SHELL := /bin/sh
BIN := node_modules/.bin
NODE := $(BIN)/node --disable-warning=ExperimentalWarning
STAMP := node_modules/.package-lock.json
# reach the recipes by the environment: their text may hold spaces and quotes
export CONFIG SELECT
VITEST := [ -t 1 ] || export NO_COLOR=1; $(NODE) $(BIN)/vitest run

.DEFAULT_GOAL := help
.PHONY: help edition nightly test check lint format bench bench-coverage readme clean

help: ## this list
	@echo 'Candor checks what AI agents claim against what they did, and publishes the result as an edition.'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo 'More verbs (verify, check, sql, audit, generate, schema, lint, import): npm run --silent candor -- --help'

$(STAMP): package.json package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $(STAMP)

edition: $(STAMP) ## build, verify and publish the edition of edition.yml (CONFIG=FILE another, SELECT='+slices' some models only)
	@$(NODE) pipeline/cli.ts edition $(if $(CONFIG),--config "$$CONFIG") $(if $(SELECT),--select "$$SELECT")

nightly: $(STAMP) ## an edition, then verify it as a stranger would
	@$(NODE) pipeline/cli.ts verify "$$($(NODE) pipeline/cli.ts edition $(if $(CONFIG),--config "$$CONFIG"))" --any-attester

test: $(STAMP) lint ## everything: format, lint, types, models, all tests
	@$(VITEST)

check: $(STAMP) lint ## format, lint, types, model contracts and unit tests, the quick tests, in seconds
	@$(VITEST) udf pipeline/config pipeline/worlds pipeline/rooms.test.ts sql/unit_tests.test.ts sql/check/shifts.test.ts

lint: $(STAMP)
	@$(BIN)/biome ci --colors=off --error-on-warnings .
	@$(BIN)/tsc -p .

format: $(STAMP) ## write the format that `check` wants
	@$(BIN)/biome check --write .

bench: $(STAMP) ## how fast check and measure are, beside DuckDB's own reading of the same file, and the bootstrap beside scipy's (TASKS=1000 fewer, JSON=1 as JSON)
	@$(NODE) bench/check.ts $(if $(TASKS),--tasks '$(TASKS)') $(if $(JSON),--json)

bench-coverage: $(STAMP) ## whether the headline interval holds what it says, in 20,000 simulated runs (JSON=1 as JSON)
	@$(NODE) bench/coverage.ts $(if $(JSON),--json)

readme: edition ## copy the numbers of the newest edition into README.md
	@$(NODE) pipeline/report/update_readme.ts

clean: ## remove target/ (caches, compiled SQL); editions stay
	rm -rf target
