# Guildhall's front door. Everything with logic in it is Rust (`cargo xtask`) or a script in scripts/.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help up down up-production-like down-production-like fleet test upgrade-test check fmt gen bench \
  install chart image deb deny release cluster-test

PORT ?= 8080
DATA_DIR ?= var/demo
TARGET := $(or $(CARGO_TARGET_DIR),target)
BINARY := $(TARGET)/debug/guildhall
PID := $(DATA_DIR)/guildhall.pid
HTTPS_PORT ?= 8443
HTTP_PORT ?= 8088
PRIVATE_PORTS ?= 18500
PORTAL_DOMAIN ?= guildhall.localhost
# The production-like fleet does not lie where the small instance does, unless told.
FLEET_DIR := $(if $(filter file,$(origin DATA_DIR)),var/production-like,$(DATA_DIR))
FLEET := '$(TARGET)/debug/xtask' fleet --data-dir '$(FLEET_DIR)' --https-port '$(HTTPS_PORT)' \
  --http-port '$(HTTP_PORT)' --private-ports '$(PRIVATE_PORTS)' --portal-domain '$(PORTAL_DOMAIN)'

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@printf '\n  PORT=%s moves the instance, DATA_DIR=%s keeps it elsewhere.\n' '$(PORT)' '$(DATA_DIR)'
	@printf '  HTTPS_PORT=%s HTTP_PORT=%s PRIVATE_PORTS=%s move the production-like one.\n' \
	  '$(HTTPS_PORT)' '$(HTTP_PORT)' '$(PRIVATE_PORTS)'
	@printf '  PORTAL_DOMAIN=%s puts its portals elsewhere below localhost.\n' '$(PORTAL_DOMAIN)'

up: ## install what is missing, build, and run Guildhall with the demo network
	@scripts/install.sh run
	@scripts/build-web.sh
	@cargo build --quiet --package guildhall
	@mkdir -p '$(DATA_DIR)'
	@echo $$$$ > '$(PID)'; exec '$(BINARY)' up --demo --port '$(PORT)' --data-dir '$(DATA_DIR)'

down: ## stop the instance that `make up` started
	@scripts/down.sh '$(PID)'

up-production-like: ## run every role as a process of its own, with TLS and the servers of production
	@scripts/install.sh fleet
	@scripts/build-web.sh
	@cargo build --quiet --package guildhall
	@cargo build --quiet --package xtask
	@exec $(FLEET) up

down-production-like: ## end what `make up-production-like` started
	@$(FLEET) down

fleet: ## ask the running one for something: DO=status, DO="kill runtime-1", DO="start runtime-1"
	@$(FLEET) $(DO)

upgrade-test: ## run the previous release's roles on this schema under load; FROM=REF names another release
	@scripts/install.sh
	@scripts/upgrade-test.sh $(FROM)

# What is compiled for the tests is linted on the way (xtask/src/lint.rs).
test: export RUSTC_WORKSPACE_WRAPPER := $(CURDIR)/scripts/lint-once.sh
# Where a test fails, it says so itself: tables of lines are left out.
test: export CARGO_PROFILE_DEV_DEBUG := 0
test: export CARGO_PROFILE_DEV_CODEGEN_UNITS := 2
test: ## run every suite, as CI does; SUITES="clippy e2e" runs only those
	@# Without a compiler there is nothing to begin with; the rest is installed while it compiles.
	@cargo build --quiet --package xtask 2>/dev/null || \
	  { scripts/install.sh && cargo build --quiet --package xtask; }
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
	@scripts/install.sh bench
	@scripts/build-web.sh
	@scripts/bench.sh

chart: ## lint the Helm chart, and pack it as var/chart/guildhall-VERSION.tgz
	@scripts/chart.sh

image: ## build the image, NOTICE and SBOM; IMAGE_PROFILE=dev takes the build of the tests
	@scripts/install.sh image
	@scripts/image.sh

deb: image ## build the image and the Debian package
	@scripts/deb.sh

deny: ## check licences, bans, sources and advisories with cargo-deny
	@scripts/install.sh release
	@scripts/deny.sh

cluster-test: ## run the chart in containers, and update, scale and kill them under load
	@scripts/install.sh cluster
	@cargo build --quiet --package xtask
	@scripts/cluster-test.sh

release: ## build image, chart, Debian package, SBOM and checksums from the tag of this commit
	@scripts/release.sh

install: ## only install what is missing
	@scripts/install.sh
