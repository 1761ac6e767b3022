#!/bin/sh
# npm start: installs and builds what is not there yet (the command too), quietly, and becomes the gateway, so that signals reach it and nothing is left over.
# Flags of the gateway go through: npm start -- --upstream http://127.0.0.1:8080/v1
set -e
cd "$(dirname "$0")/.."
echo 'Installing and building what is not there yet…'
log=${TMPDIR:-/tmp}/reason-start-$$.log
TURBO_TELEMETRY_DISABLED=1 npx -y -p pnpm@12.21.0 -c \
  'pnpm install --frozen-lockfile && pnpm exec turbo run build --filter=@reason/server... --filter=@reason/cli... --output-logs=errors-only' >"$log" 2>&1 || {
  cat "$log"
  rm -f "$log"
  exit 1
}
rm -f "$log"
# The Node of the repository, where the platform has one, is the first on this path.
PATH="$PWD/node_modules/.bin:$PATH" exec node apps/server/dist/main.js "$@"
