#!/bin/sh
# Debian's packages that tests use where they can be had: Redis (budgets on several replicas), nginx (before these), promtool (alert
# rules), Chromium (the pages). Tests that miss one say so and are skipped. PostgreSQL comes from npm.
set -eu
missing=''
command -v redis-server >/dev/null || missing="$missing redis-server"
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing="$missing nginx"
command -v promtool >/dev/null || missing="$missing prometheus"
# Chromium without a window: its pages take half of the processor time. Not every Debian has it, and any other Chromium will do.
headless=chromium-headless-shell
if command -v $headless >/dev/null || [ -n "${REASON_CHROMIUM:-}" ]; then
  headless=''
else
  command -v chromium >/dev/null || command -v google-chrome >/dev/null || missing="$missing chromium"
fi
[ -z "$missing$headless" ] && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  [ -z "$missing" ] || echo "Not installed, so their tests are skipped:$missing" >&2
  exit 0
fi
# Servers that come with a service are not to run: tests start their own.
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
install() {
  apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
[ -z "$missing" ] || apt-get update -qq
if [ -n "$headless" ] && apt-cache show $headless >/dev/null 2>&1 && install $headless; then missing="${missing% chromium}"; fi
# shellcheck disable=SC2086
[ -z "$missing" ] || install $missing
