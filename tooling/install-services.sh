#!/bin/sh
# Debian's packages that tests use where they can be had: Redis (budgets on several replicas), nginx (before these), promtool (alert
# rules), Chromium (the pages). Tests that miss one say so and are skipped. PostgreSQL comes from npm.
set -eu
missing=''
command -v redis-server >/dev/null || missing="$missing redis-server"
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing="$missing nginx"
command -v promtool >/dev/null || missing="$missing prometheus"
command -v chromium >/dev/null || command -v google-chrome >/dev/null || [ -n "${REASON_CHROMIUM:-}" ] || missing="$missing chromium"
[ -z "$missing" ] && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "Not installed, so their tests are skipped:$missing" >&2
  exit 0
fi
# Servers that come with a service are not to run: tests start their own.
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
apt-get update -qq
# shellcheck disable=SC2086
apt-get install -y -qq --no-install-recommends $missing >/dev/null
