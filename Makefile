# Everything one does with this checkout. `make help` lists it. Needs git, make and any Python from 3.8 with pip; tests need a Chromium too.

SHELL := /bin/sh
.DEFAULT_GOAL := help

# The environment's own Python when it works, else the first that can make one (pyenv's stand-ins may not work).
PYTHON := $(shell for python in .venv/bin/python python3 python /usr/bin/python3 /usr/local/bin/python3; do \
  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 8))' >/dev/null 2>&1 && echo "$$python" && break; done)
ifeq ($(PYTHON),)
$(error Nessos needs a Python 3.8 or newer with pip to begin with, and none is here)
endif

BOOTSTRAP := $(PYTHON) nessos_service/local/bootstrap.py
BIN := .venv/bin
# Without it each process compiles all that it imports anew: three seconds of the five that Django takes to start.
unexport PYTHONDONTWRITEBYTECODE
# Extra arguments of `make test` and `make bench`.
ARGS ?=
# What a production process would be given, for the checks that look at it.
AS_IN_PRODUCTION := NESSOS_ENV=production SECRET_KEY=only-for-this-check-0123456789-abcdefghijklmnopqrstuvwxyz \
  ALLOWED_HOSTS=nessos.example \
  PUBLIC_URL=https://nessos.example EMAIL_HOST=mail.nessos.example EMAIL_FROM=nessos@nessos.example

.PHONY: help run manage test check lint format schema campaign bench lock clean environment types contracts security django-checks web-check pictures

help: ## What there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

run: ## Set everything up and serve: PORT (8000), NESSOS_DATA (.nessos), DATABASE_URL, REDIS_URL
	@exec $(BOOTSTRAP) local -m nessos_service.local

manage: ## A management command on the data of `make run`: make manage ARGS="replay_check"
	@exec $(BOOTSTRAP) local -m nessos_service.local.manage $(ARGS)

test: ## Run all tests, on servers of their own: make test ARGS="-k deadline"
	@exec $(BOOTSTRAP) dev -m pytest -n 2 $(ARGS)

campaign: ## The long forms of the tests that try what may go wrong: make campaign ARGS="-k idempotent"
	@exec $(BOOTSTRAP) dev -m pytest -m campaign $(ARGS)

check: lint types contracts security django-checks web-check test ## All that CI does

lint: environment ## Look at the style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: environment ## Put the style right
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: environment
	$(BIN)/mypy

contracts: environment
	$(BIN)/lint-imports

security: environment
	$(BIN)/bandit --quiet --configfile pyproject.toml --severity-level medium --recursive games players bots nessos_service
	$(BIN)/python -m tests.architecture.rules

# The lock file of npm says which TypeScript; npm itself is out of the environment.
WEB_TOOLS := tests/web/node_modules/.package-lock.json
$(WEB_TOOLS): tests/web/package.json tests/web/package-lock.json | environment
	cd tests/web && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --loglevel=error
	@touch $@

web-check: environment $(WEB_TOOLS) ## Look at the JavaScript of the pages: its types, and its own tests
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/web/node_modules/.bin/tsc --project nessos_service/web/jsconfig.json
	$(BIN)/node --test tests/web/js/*.test.mjs

pictures: ## Take pictures of the pages anew, into docs/pictures (needs Chromium or Chrome)
	@exec $(BOOTSTRAP) dev -m tests.web.pictures

django-checks: environment
	$(AS_IN_PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python -m tests.servers $(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py spectacular --validate --fail-on-warn --file .cache/openapi.yaml
	diff -u docs/openapi.yaml .cache/openapi.yaml
	$(BIN)/python manage.py graphql_schema --out .cache/schema.graphql
	diff -u schema.graphql .cache/schema.graphql

schema: environment ## Write docs/openapi.yaml and schema.graphql anew
	$(BIN)/python manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml
	$(BIN)/python manage.py graphql_schema --out schema.graphql

bench: ## Measure: make bench ARGS="engine"
	@exec $(BOOTSTRAP) bench -m tests.benchmarks $(ARGS)

lock: ## Lock the dependencies in pyproject.toml anew (needs uv)
	requirements/lock

clean: ## Remove what can be made again; games in .nessos stay
	rm -rf .venv tests/web/node_modules .cache .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis build static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

environment:
	@$(BOOTSTRAP) dev
