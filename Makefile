# Guildhall's front door. Everything with logic in it is Rust (`cargo xtask`) or a script in scripts/.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help up down test check fmt gen bench install

PORT ?= 8080
DATA_DIR ?= var/demo
TARGET := $(or $(CARGO_TARGET_DIR),target)
BINARY := $(TARGET)/debug/guildhall
PID := $(DATA_DIR)/guildhall.pid

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@printf '\n  PORT=%s moves the instance, DATA_DIR=%s keeps it elsewhere.\n' '$(PORT)' '$(DATA_DIR)'

up: ## install what is missing, build, and run Guildhall with the demo network
	@scripts/install.sh run
	@scripts/build-web.sh
	@cargo build --quiet --package guildhall
	@mkdir -p '$(DATA_DIR)'
	@echo $$$$ > '$(PID)'; exec '$(BINARY)' up --demo --port '$(PORT)' --data-dir '$(DATA_DIR)'

down: ## stop the instance that `make up` started
	@scripts/down.sh '$(PID)'

test: ## run every suite, as CI does; SUITES="clippy e2e" runs only those
	@scripts/install.sh
	@cargo build --quiet --package xtask
	@'$(TARGET)/debug/xtask' test $(SUITES)

check: ## the quick part of the tests: formats, house rules, linters, types
	@scripts/install.sh
	@cargo xtask test fmt tidy arrows web-format web-lint web-types clippy

fmt: ## format everything
	@cargo fmt --all
	@npm run --silent format

gen: ## write the generated files anew: OpenAPI and the web client's types
	@cargo xtask gen

bench: ## measure, and write bench/RESULTS.md
	@scripts/install.sh
	@scripts/build-web.sh
	@scripts/bench.sh

install: ## only install what is missing
	@scripts/install.sh
